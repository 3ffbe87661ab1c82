// A select of channels, or of conversations of all kinds.

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { HOME, useLook } from "../../look";
import { channelOf } from "../../messages/where";
import { useMirror } from "../../mirror";
import type { Channel } from "../../types";
import { useViewer, type Viewer } from "../../viewer";
import type { Drawn } from "../Element";
import type { ElementJson } from "../place";
import type { Field } from "../press";
import { Combobox } from "./Combobox";
import { matching } from "./choice";
import { conversationChoices, conversationName, passes } from "./conversations";
import { useSelect } from "./useSelect";

export function PlacesSelect(drawn: Drawn): ReactNode {
  const viewer = useViewer();
  const channels = useMirror((state) => state.channels);
  const [typed, setTyped] = useState("");
  const { field, box } = useSelect(drawn, (id) => {
    const channel = channels.find((one) => one.id === id) ?? viewer.channel(String(id));
    return {
      id: String(id),
      label: channel ? conversationName(channel, viewer) : String(id),
      value: id,
    };
  });
  useCurrent(drawn.element, field, box.many, channels, viewer);
  const all = useMemo(
    () => conversationChoices(drawn.element, channels, viewer),
    [drawn.element, channels, viewer],
  );
  return (
    <>
      <Combobox {...box} choices={matching(all, typed)} onType={setTyped} />
      {field.question}
    </>
  );
}

// Where nothing is chosen yet, the element may ask for the conversation that is looked at.
function useCurrent(
  element: ElementJson,
  field: Field,
  many: boolean,
  channels: Channel[],
  viewer: Viewer,
): void {
  const { channel } = useLook();
  const current = useMirror((state) => channelOf(state, viewer.me.id, channel));
  const empty = !field.entered && (many ? (field.value as unknown[]).length === 0 : !field.value);
  const wanted = element.default_to_current_conversation === true && channel !== HOME && empty;
  const fits = current && channels.includes(current) && passes(element, current, viewer);
  const id = wanted && fits ? current.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is something to take
  useEffect(() => {
    if (id) field.type(many ? [id] : id);
  }, [id]);
}
