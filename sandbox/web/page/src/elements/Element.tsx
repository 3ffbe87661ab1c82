// The interactive elements of Block Kit.

import { type ComponentType, memo, type ReactNode, useRef } from "react";
import { NotDrawn } from "../blocks/NotDrawn";
import { Picture } from "../blocks/Picture";
import type { ImageJson } from "../blocks/wire";
import type { Block } from "../types";
import { useViewer } from "../viewer";
import { Button, FeedbackButtons, IconButton } from "./Button";
import { Choices } from "./Choices";
import styles from "./Element.module.css";
import { FileInput } from "./FileInput";
import { useKeptFocus } from "./focus";
import { Overflow } from "./Overflow";
import { DatePicker, DateTimePicker, TimePicker } from "./pickers";
import { type ElementJson, usePlace } from "./place";
import { ExternalSelect } from "./selects/ExternalSelect";
import { PeopleSelect } from "./selects/PeopleSelect";
import { PlacesSelect } from "./selects/PlacesSelect";
import { StaticSelect } from "./selects/StaticSelect";
import { RichTextInput, TextInput } from "./TextInput";
import { words } from "./words";

/** What every drawing of an element gets. */
export type Drawn = { block: Block; element: ElementJson };

const DRAWINGS: Record<string, ComponentType<Drawn>> = {
  button: Button,
  workflow_button: Button,
  icon_button: IconButton,
  feedback_buttons: FeedbackButtons,
  overflow: Overflow,
  checkboxes: Choices,
  radio_buttons: Choices,
  static_select: StaticSelect,
  multi_static_select: StaticSelect,
  external_select: ExternalSelect,
  multi_external_select: ExternalSelect,
  users_select: PeopleSelect,
  multi_users_select: PeopleSelect,
  conversations_select: PlacesSelect,
  multi_conversations_select: PlacesSelect,
  channels_select: PlacesSelect,
  multi_channels_select: PlacesSelect,
  datepicker: DatePicker,
  timepicker: TimePicker,
  datetimepicker: DateTimePicker,
  plain_text_input: TextInput,
  email_text_input: TextInput,
  url_text_input: TextInput,
  number_input: TextInput,
  rich_text_input: RichTextInput,
  file_input: FileInput,
  image: ({ element }) => <Picture image={element as ElementJson & ImageJson} size="beside" />,
};

/** Draws any element; one of an unknown kind as its JSON in a marked box. */
export const Element = memo(function Element({ block, element }: Drawn): ReactNode {
  const { me } = useViewer();
  const only = element.visible_to_user_ids;
  if (Array.isArray(only) && only.length > 0 && !only.includes(me.id)) return null;
  return <Known block={block} element={element} />;
});

function Known({ block, element }: Drawn): ReactNode {
  const place = usePlace();
  const box = useRef<HTMLDivElement>(null);
  const id = `${place.key}|${element.action_id}`;
  const value = `${id}|${element.value ?? ""}|${words(element.text)}`;
  useKeptFocus(box, [`${value}|${block.block_id}`, value, `${id}|${words(element.text)}`]);
  const Drawing = DRAWINGS[element.type];
  return (
    <div
      ref={box}
      className={styles.element}
      {...(element.focus_on_load ? { "data-focus-on-load": true } : {})}
    >
      {Drawing ? <Drawing block={block} element={element} /> : <NotDrawn what={element} />}
    </div>
  );
}
