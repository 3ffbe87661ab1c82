// For tests: draws for Ana, who is in Berlin, in #ops and on call.

import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { person } from "../staged";
import type { State } from "../types";
import { ViewerGiven, viewerOf } from "../viewer";

const state = {
  users: [person("ana", "ana real"), person("ben", "ben real")],
  groups: [{ id: "S1", handle: "oncall", name: "On call", users: ["U0ANA"] }],
  channels: [
    { id: "C0OPS", name: "ops", kind: "channel", members: ["U0ANA"] },
    { id: "C0PAY", name: "pay", kind: "channel", members: [] },
  ],
} as unknown as State;

/** Draws something and gives the element that it is in. */
export function draw(what: ReactNode): HTMLElement {
  const viewer = viewerOf(state, "ana");
  return render(<ViewerGiven value={viewer}>{what}</ViewerGiven>).container;
}

/** The markup of something, without classes, titles and where a link opens. */
export const markup = (what: ReactNode): string =>
  draw(what).innerHTML.replace(/ (?:class|title|target|rel|type|tabindex)="[^"]*"/g, "");
