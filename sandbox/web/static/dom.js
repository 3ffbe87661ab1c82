// Elements made from strings that are always text: nothing here ever parses HTML.

// el("p.quiet", {title: "…", onclick: f}, "text", node, null, [more])
export function el(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  add(node, children);
  return node;
}

export function add(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(typeof child === "object" ? child : document.createTextNode(String(child)));
  }
}

// A link that leaves the page, or only its text when the address could run something.
export function link(href, ...children) {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return el("span", {}, children);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children);
}

// What we can't draw is shown as it came, so that nothing is silently missing.
export function raw(kind, value) {
  return el(
    "div.raw",
    {},
    el("span.raw-label", {}, `Not drawn here: ${kind || "something without a type"}`),
    el("pre", {}, JSON.stringify(value, null, 2)),
  );
}

let last = 0;
export const freshId = (prefix) => `${prefix}-${++last}`;
