// A chart. It can be seen as a table too, which the library that draws it brings along.

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { useTheme } from "../look";
import type { Block, Obj } from "../types";
import styles from "./Chart.module.css";
import { Guarded } from "./NotDrawn";
import { also, type Check, type Drawn, isNumber, isString, listOf, maybe, shaped } from "./wire";

const Drawing = lazy(() => import("./ChartDrawing"));

type Point = { label: string; value: number };
type Chart = {
  type: string;
  series: { name: string; data: Point[] }[] | undefined;
  segments: Point[] | undefined;
};

const isPoint = shaped({ label: isString, value: isNumber });
const isSeries = shaped({ name: isString, data: listOf(isPoint) });
const KINDS = ["line", "bar", "area", "pie"];
const isChartItself: Check<Chart> = also(
  shaped({
    type: isString,
    series: maybe(listOf(isSeries)),
    segments: maybe(listOf(isPoint)),
    axis_config: maybe(shaped({ categories: listOf(isString) })),
  }),
  (chart) => {
    const pie = chart.type === "pie";
    return (
      KINDS.includes(chart.type) &&
      Boolean(pie ? chart.segments : chart.series && chart.axis_config)
    );
  },
);

export const isChart = shaped({ title: maybe(isString), chart: isChartItself });

export function ChartBlock({
  block,
  parts,
}: Drawn<{ title: string | undefined; chart: Chart }>): ReactNode {
  const theme = useSeenTheme();
  return (
    <figure className={`${styles.figure} ${theme === "dark" ? styles.dark : ""}`}>
      <Guarded what={block}>
        <Suspense fallback={<p className={styles.wait}>{parts.title}</p>}>
          <Drawing block={block} theme={theme} />
        </Suspense>
      </Guarded>
    </figure>
  );
}

const DARK = "(prefers-color-scheme: dark)";
const onSystem = (listener: () => void) => {
  const query = matchMedia(DARK);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

// The library's own colours: it must be told which ones.
function useSeenTheme(): "light" | "dark" {
  const dark = useSyncExternalStore(onSystem, () => matchMedia(DARK).matches);
  const theme = useTheme();
  if (theme !== "system") return theme;
  return dark ? "dark" : "light";
}

/** What the drawing of a chart gets. */
export type ChartProps = { block: Block | Obj; theme: "light" | "dark" };
