// Runs functions of the page's scripts without a browser: a JSON list of
// [module, function, ...args] on stdin, their answers as JSON on stdout. Drawn nodes come back as
// markup, escaped the way a browser would show them, so that a tag in it was really made as an
// element.

const [, , root] = process.argv;

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

class Text {
  constructor(data) {
    this.data = data;
  }
  get markup() {
    return escape(this.data);
  }
}

class Element {
  constructor(tag) {
    this.tag = tag;
    this.attributes = {};
    this.childNodes = [];
    this.listeners = {};
    this.className = "";
  }
  append(...nodes) {
    const made = nodes.map((one) => (typeof one === "object" ? one : new Text(String(one))));
    this.childNodes.push(...made);
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  querySelectorAll(tag) {
    const inside = this.childNodes.filter((one) => one instanceof Element);
    const self = (one) => (one.tag === tag ? [one] : []);
    return inside.flatMap((one) => [...self(one), ...one.querySelectorAll(tag)]);
  }
  get markup() {
    const names = this.className ? { class: this.className, ...this.attributes } : this.attributes;
    const attributes = Object.entries(names).map(([name, value]) => ` ${name}="${escape(value)}"`);
    const inside = this.childNodes.map((one) => one.markup).join("");
    return `<${this.tag}${attributes.join("")}>${inside}</${this.tag}>`;
  }
}

globalThis.document = {
  createElement: (tag) => new Element(tag),
  createTextNode: (data) => new Text(String(data)),
};

const viewer = {
  me: { id: "U0ANA" },
  zone: "Europe/Berlin",
  userName: (id) => ({ U0ANA: "ana", U0BEN: "ben" })[id],
  channelName: (id) => ({ C0OPS: "ops" })[id],
  people: () => [{ id: "U0ANA", label: "Ana" }, { id: "U0BEN", label: "Ben" }],
  channels: () => [{ id: "C0OPS", label: "#ops" }],
};

const markup = (value) => [value].flat(Infinity).map((one) => one.markup).join("");

// Draws blocks, presses the nth button or changes the nth menu, and gives what was sent and read.
async function operate(blocks, changes) {
  const { drawBlocks } = await import(`${root}/blocks.js`);
  const sent = [];
  const reads = [];
  const place = {
    act: (element, block, value) => sent.push([block.block_id, element.action_id, value ?? null]),
    keep: (block, element, read) => reads.push([element.action_id, read]),
  };
  const top = new Element("div");
  top.append(...drawBlocks(blocks, viewer, place));
  for (const { tag, at, set, fire } of changes) {
    const node = top.querySelectorAll(tag)[at];
    Object.assign(node, set ?? {});
    const [name, on] = fire.split("@");
    (on ? top.querySelectorAll(on)[0] : node).listeners[name]();
  }
  return { sent, reads: Object.fromEntries(reads.map(([name, read]) => [name, read()])) };
}

// A mirror fed with changes, some of them while the whole state is still on its way.
async function follow(state, early, late) {
  const { Mirror } = await import(`${root}/client.js`);
  let answer;
  globalThis.fetch = () => new Promise((done) => (answer = done));
  const links = [];
  const mirror = new Mirror(() => {}, (yes) => links.push(yes));
  const loading = mirror.load();
  for (const [kind, data] of early) mirror.take(kind, JSON.stringify(data));
  answer({ ok: true, json: async () => state });
  await loading;
  for (const [kind, data] of late) mirror.take(kind, JSON.stringify(data));
  return { state: mirror.state, links };
}

const special = { operate, follow };
const input = JSON.parse(await new Response(process.stdin).text());
const answers = [];
for (const [module, name, ...args] of input) {
  if (module === "harness") answers.push(await special[name](...args));
  else {
    const found = (await import(`${root}/${module}`))[name];
    const drawn = name.startsWith("draw");
    answers.push(drawn ? markup(found(...args, viewer, { act: () => {} })) : found(...args));
  }
}
console.log(JSON.stringify(answers));
