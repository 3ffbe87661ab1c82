// Charts as slack-blocks-to-jsx draws them; loaded with the first one.

import type { ReactNode } from "react";
import { type DataVisualizationBlock, Message } from "slack-blocks-to-jsx";
import "slack-blocks-to-jsx/dist/style.css";
import type { ChartProps } from "./Chart";

export default function ChartDrawing({ block, theme }: ChartProps): ReactNode {
  // The shape has been looked at before; the library's name for it is its own.
  const chart = block as DataVisualizationBlock;
  return <Message logo="" name="" blocks={[chart]} theme={theme} withoutWrapper />;
}
