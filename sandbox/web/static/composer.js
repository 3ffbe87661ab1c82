// A box to write in: Enter sends, Shift+Enter starts a line.

import { el, freshId } from "./dom.js";

// `send(text)` promises whether it went out; only then is the box emptied.
export function composer(label, send) {
  const id = freshId("write");
  const box = el("textarea", { id, rows: 1, placeholder: label, autocomplete: "off" });
  const button = el("button.primary", { type: "submit" }, "Send");
  const submit = async (event) => {
    event?.preventDefault();
    const text = box.value.trim();
    if (!text || button.disabled) return;
    button.disabled = true;
    if (await send(text)) box.value = "";
    button.disabled = false;
    grow();
  };
  const grow = () => {
    box.rows = Math.min(8, box.value.split("\n").length);
  };
  box.addEventListener("input", grow);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  });
  const name = el("label.away", { for: id }, label);
  return el("form.composer", { onsubmit: submit }, name, box, button);
}
