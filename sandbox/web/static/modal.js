// A person's open modals as one dialog that shows the topmost, and the small question of a button.

import { add, el, freshId } from "./dom.js";
import { drawBlocks } from "./blocks.js";
import { drawText, plain } from "./text.js";

export class Modal {
  // `send(verb, body)` posts as the viewer; `say(words)` tells of trouble.
  constructor(dialog, ctx, send, say) {
    this.dialog = dialog;
    this.ctx = ctx;
    this.send = send;
    this.say = say;
    this.shown = "";
    this.id = "";
    this.reads = [];
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault(); // the server closes it, so that the app is told
      this.close();
    });
  }

  // Shows the newest of the viewer's modals; none closes the dialog.
  update(views, me) {
    const mine = views.filter((one) => one.user === me && one.view.type !== "home");
    const top = mine.sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0)).at(-1);
    const shows = top && [top.id, me, top.view.hash, top.view.blocks, top.errors];
    const mark = top ? JSON.stringify(shows) : "";
    if (mark === this.shown) return;
    const same = top?.id === this.id;
    const typed = same ? this.values() : {};
    const focused = same ? document.activeElement?.getAttribute("data-field") : null;
    this.shown = mark;
    this.id = top?.id ?? "";
    if (!top) {
      if (this.dialog.open) this.dialog.close();
      this.dialog.replaceChildren();
      return;
    }
    this.draw(top, typed);
    if (!this.dialog.open) this.dialog.showModal();
    if (focused) this.dialog.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  draw({ view, errors }, typed) {
    this.reads = [];
    const state = view.state?.values ?? {};
    const place = {
      keep: (block, element, read) => this.reads.push([block.block_id, element.action_id, read]),
      held: (block, element) => {
        const inside = (values) => values[block.block_id]?.[element.action_id];
        const found = inside(typed) ?? inside(state);
        return found?.type === element.type ? found : undefined;
      },
      act: (element, block, value, node) => this.press(view, { element, block, value }, node),
    };
    const title = freshId("title");
    const submit = (event) => {
      event.preventDefault();
      this.submit(view, form);
    };
    const leave = plain(view.close?.text) || "Close";
    const sends = { type: "submit", disabled: view.submit_disabled };
    const form = el(
      "form",
      { onsubmit: submit, novalidate: true },
      el("h2", { id: title }, drawText(view.title, this.ctx)),
      el("div.modal-body", {}, drawBlocks(view.blocks, this.ctx, place)),
      el("div.error", { role: "alert", "data-error": "" }),
      el(
        "div.modal-foot",
        {},
        el("button", { type: "button", onclick: () => this.close() }, leave),
        view.submit && el("button.primary", sends, plain(view.submit.text)),
      ),
    );
    this.dialog.setAttribute("aria-labelledby", title);
    this.dialog.replaceChildren(form);
    this.showErrors(errors ?? {});
  }

  values() {
    const values = {};
    for (const [block, action, read] of this.reads) (values[block] ??= {})[action] = read();
    return values;
  }

  async submit(view, form) {
    const button = form.querySelector("button[type=submit]");
    if (!button) return;
    button.disabled = true;
    this.showErrors({});
    const answer = await this.send("submit", { view_id: view.id, values: this.values() });
    button.disabled = Boolean(view.submit_disabled);
    if (answer.errors) this.showErrors(answer.errors);
    else if (answer.trouble) this.showErrors({ "": answer.trouble });
  }

  async press(view, { element, block, value }, node) {
    const wanted = { action_id: element.action_id, block_id: block.block_id, value };
    await pressing(element, node, async () => {
      const answer = await this.send("click", { view_id: view.id, ...wanted });
      if (answer.trouble) this.showErrors({ "": answer.trouble });
    });
  }

  showErrors(errors) {
    const left = { ...errors };
    for (const place of this.dialog.querySelectorAll("[data-error]")) {
      const block = place.getAttribute("data-error");
      place.textContent = String(left[block] ?? "");
      if (block) delete left[block];
    }
    delete left[""];
    const strays = Object.entries(left).map(([block, words]) => `${block}: ${words}`);
    const last = [...this.dialog.querySelectorAll('[data-error=""]')].at(-1);
    if (!strays.length || !last) return;
    last.textContent = [last.textContent, ...strays].filter(Boolean).join("\n");
  }

  async close() {
    const answer = await this.send("close", { view_id: this.id });
    if (answer.trouble) this.say(answer.trouble);
  }
}

// Runs a press: asks first if the element has a confirm object, and shows that it is under way.
export async function pressing(element, node, run) {
  if (node.getAttribute("aria-busy")) return; // not disabled, which would take the focus away
  if (element.confirm && !(await confirmed(element.confirm))) return;
  node.setAttribute("aria-busy", "true");
  try {
    await run();
  } finally {
    node.removeAttribute("aria-busy");
  }
}

function confirmed(confirm) {
  const dialog = document.getElementById("confirm");
  const nobody = { userName: () => null, channelName: () => null };
  const style = confirm.style === "danger" ? ".danger" : ".primary";
  const button = (spec, words, value) =>
    el(spec, { type: "button", onclick: () => dialog.close(value) }, plain(words));
  dialog.replaceChildren();
  add(dialog, [
    el("h2", {}, plain(confirm.title?.text)),
    el("div.modal-body", {}, drawText(confirm.text, nobody)),
    el(
      "div.modal-foot",
      {},
      button("button", confirm.deny?.text ?? "Cancel", ""),
      button(`button${style}`, confirm.confirm?.text ?? "Yes", "yes"),
    ),
  ]);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
  });
}
