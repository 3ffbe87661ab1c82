// The focus survives a redraw: whoever replaces a focused element takes over from it.

import { type RefObject, useLayoutEffect } from "react";

export const FOCUSABLE =
  'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), textarea, [tabindex="0"]';

/** What an element is, from the narrowest sense to the widest. */
export type Marks = readonly string[];

type Lost = { marks: Marks; at: number; above: Element[] };

const mounted = new Map<HTMLElement, Marks>();
let lost: Lost | null = null;
/** The message that keeps the place of a focused element which is gone. */
let keeper: Element | null = null;
let found: HTMLElement[] = [];

/** Hands the focus within a box over to its successor, which has one of the same marks. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, marks: Marks): void {
  const mark = marks.join("\n");
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const own = mark.split("\n");
    mounted.set(box, own);
    if (box.contains(document.activeElement)) lost = null;
    else if (lost && isFree()) offer(box);
    return () => {
      mounted.delete(box);
      if (!box.contains(document.activeElement)) return;
      // From a menu or a list, which goes with it, the focus returns to what opened that.
      const at = Math.max(0, parts(box).indexOf(document.activeElement as HTMLElement));
      lost = { marks: own, at, above: ancestors(box) };
      queueMicrotask(stayNear);
    };
  }, [ref, mark]);
}

/** Notes who has the focus; the result gives it back, to a successor if need be. */
export function givesBack(): () => void {
  const before = document.activeElement as HTMLElement | null;
  const box = [...mounted.keys()].find((one) => one.contains(before));
  const marks = box ? mounted.get(box) : undefined;
  const at = box ? parts(box).indexOf(before as HTMLElement) : 0;
  const above = before ? ancestors(before) : [];
  const elsewhere = () => {
    if (!(marks && take([...mounted.keys()], marks, at))) keep(above);
  };
  return () => {
    if (!before?.isConnected) return elsewhere();
    before.focus({ preventScroll: true });
    // It may be on its way out, in this same redraw.
    queueMicrotask(() => {
      if (!before.isConnected && isFree()) elsewhere();
    });
  };
}

const parts = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>(FOCUSABLE),
];
const isFree = (): boolean => [null, document.body, keeper].includes(document.activeElement);

function ancestors(node: Element): Element[] {
  const above: Element[] = [];
  for (let one = node.parentElement; one; one = one.parentElement) above.push(one);
  return above;
}

// All of one redraw offer themselves; the narrowest match takes the focus.
function offer(box: HTMLElement): void {
  if (found.push(box) > 1) return;
  queueMicrotask(() => {
    const boxes = found;
    found = [];
    if (!lost || !isFree()) return;
    const near = lost.above.find((one) => one.isConnected);
    const inside = boxes.filter((one) => one.isConnected && (!near || near.contains(one)));
    take(inside, lost.marks, lost.at);
  });
}

function take(boxes: HTMLElement[], marks: Marks, at: number): boolean {
  for (const [sense, mark] of marks.entries()) {
    const same = boxes.filter((one) => mounted.get(one)?.[sense] === mark);
    if (same.length !== 1 || !same[0]) continue;
    (parts(same[0])[at] ?? parts(same[0])[0])?.focus({ preventScroll: true });
    lost = null;
    return true;
  }
  return false;
}

// After those that offered themselves: what is gone may come back, and meanwhile one is where it was.
function stayNear(): void {
  queueMicrotask(() => {
    if (lost && isFree()) keep(lost.above);
  });
}

function keep(above: Element[]): void {
  const near = above.find((one) => one.isConnected && one.matches("article[tabindex]"));
  keeper = near ?? null;
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
}

/** Whoever moves on by themselves wants nothing back. */
export function forgetFocus(): void {
  lost = null;
  keeper = null;
}
document.addEventListener("focusin", ({ target }) => {
  if (target !== keeper) forgetFocus();
});
document.addEventListener("pointerdown", forgetFocus);
