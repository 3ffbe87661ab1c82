// For tests: a viewer, a place that notes what it is asked, and elements in it.

import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Answer } from "../api";
import { person } from "../staged";
import type { Block } from "../types";
import { type Viewer, ViewerGiven } from "../viewer";
import { forgetAll } from "./drafts";
import { Element } from "./Element";
import { forgetFocus } from "./focus";
import { InputBlock } from "./InputBlock";
import { type ElementJson, type Offer, type Place, PlaceProvider } from "./place";

export const USERS = [
  person("ben", "Ben Ode"),
  person("ana", "Ana Ruiz"),
  person("old", "Old Hand", { deleted: true }),
  person("signoff", "Signoff", { id: "U0BOT", is_bot: true }),
];

export function viewer(name = "ana"): Viewer {
  const me = USERS.find((one) => one.name === name) ?? USERS[0];
  if (!me) throw new Error("nobody");
  return {
    me,
    users: USERS,
    user: (id) => USERS.find((one) => one.id === id),
    channel: () => undefined,
    group: () => undefined,
    channels: [],
  };
}

export const plain = (text: string) => ({ type: "plain_text", text });
export const option = (value: string, text: string) => ({ text: plain(text), value });

/** A place that notes presses; the app answers when it is told to. */
export function notingPlace(over: Partial<Place> = {}) {
  const press = vi.fn<(value: unknown, element: ElementJson) => Promise<Answer>>(async () => ({}));
  const suggest = vi.fn<(typed: string) => Promise<Offer>>(async () => ({ options: [] }));
  const place: Place = {
    key: "C1/1.1",
    surface: "message",
    press: (_block, element, value) => press(value, element),
    suggest: (_block, _element, typed) => suggest(typed),
    ...over,
  };
  return { place, press, suggest };
}

export const Around = ({
  place,
  who = "ana",
  children,
}: {
  place: Place;
  who?: string;
  children: ReactNode;
}): ReactNode => (
  <ViewerGiven value={viewer(who)}>
    <PlaceProvider value={place}>{children}</PlaceProvider>
  </ViewerGiven>
);

/** Draws an element in an actions block, or in an input block with a label. */
export function draw(
  element: ElementJson,
  {
    over,
    label,
    who,
    input,
  }: { over?: Partial<Place>; label?: string; who?: string; input?: object } = {},
) {
  const noting = notingPlace(over);
  const one = { action_id: "a", ...element };
  const block: Block = label
    ? { type: "input", block_id: "b", label: plain(label), element: one, ...input }
    : { type: "actions", block_id: "b", elements: [one] };
  const drawn = (given: ElementJson) => (
    <Around place={noting.place} {...(who ? { who } : {})}>
      {label ? (
        <InputBlock block={block} />
      ) : (
        <Element block={{ ...block, elements: [given] } as Block} element={given} />
      )}
    </Around>
  );
  const { rerender } = render(drawn(one));
  return {
    ...noting,
    user: userEvent.setup(),
    redraw: (next: ElementJson) => rerender(drawn({ action_id: "a", ...next })),
  };
}

/** After each test: nothing entered, nothing to focus is left for the next. */
export function tidy(): void {
  cleanup();
  forgetAll();
  forgetFocus();
}
