// Where a long text is cut, until somebody asks for the rest.

import type { Inline, Node } from "../text/tree";

const MOST_CHARACTERS = 700;
const MOST_LINES = 20;

/** The beginning of a long text; undefined if it isn't long. */
export function beginning(nodes: Node[]): Node[] | undefined {
  const left = { characters: MOST_CHARACTERS, lines: MOST_LINES, cut: false };
  const taken = take(nodes, left);
  return left.cut ? taken : undefined;
}

type Left = { characters: number; lines: number; cut: boolean };

function take<N extends Node>(nodes: N[], left: Left): N[] {
  const out: N[] = [];
  for (const node of nodes) {
    if (left.characters <= 0 || left.lines <= 0) left.cut = true;
    if (left.cut) break;
    out.push(shortened(node, left) as N);
  }
  return out;
}

function shortened(node: Node, left: Left): Node {
  switch (node.is) {
    case "text":
    case "code":
    case "pre": {
      const text = startOf(node.text, left);
      return text === node.text ? node : { ...node, text };
    }
    case "break":
      left.lines -= 1;
      return node;
    case "bold":
    case "italic":
    case "strike":
      return { ...node, inside: take<Inline>(node.inside, left) };
    case "quote":
      return { ...node, inside: take<Node>(node.inside, left) };
    default:
      left.characters -= "label" in node && node.label ? node.label.length : 10;
      return node;
  }
}

function startOf(text: string, left: Left): string {
  const lines = text.split("\n");
  const short = lines.slice(0, left.lines).join("\n").slice(0, left.characters);
  left.lines -= lines.length - 1;
  left.characters -= text.length;
  if (short === text) return text;
  left.cut = true;
  return `${short.replace(/[\ud800-\udbff]$/, "")}…`;
}
