import { afterEach, expect, test, vi } from "vitest";
import { remember, remembered } from "./remember";

afterEach(() => vi.unstubAllGlobals());

test("what is remembered outlives the page", () => {
  remember("a", "1");
  expect(localStorage.getItem("a")).toBe("1");
  expect(remembered("a")).toBe("1");
  expect(remembered("b")).toBeNull();
});

test("a browser that keeps nothing, or is full, loses nothing while the page is open", () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  expect(remembered("c")).toBeNull();
  remember("c", "2");
  expect(remembered("c")).toBe("2");
});
