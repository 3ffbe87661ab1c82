// Blocks of a message, a modal or a Home tab.

import type { ReactNode } from "react";
import { Element } from "../elements/Element";
import { Mrkdwn } from "../text/Mrkdwn";
import type { Block } from "../types";

/** Draws each block; one of an unknown kind as its JSON in a marked box, never nothing. */
export function Blocks({ blocks }: { blocks: Block[] }): ReactNode {
  return blocks.map((block, at) => <OneBlock key={block.block_id ?? at} block={block} />);
}

function OneBlock({ block }: { block: Block }): ReactNode {
  const { text, elements } = block as { text?: { text: string }; elements?: { type: string }[] };
  if (block.type === "actions")
    return elements?.map((one) => (
      <Element key={JSON.stringify(one)} block={block} element={one} />
    ));
  return <p>{text ? <Mrkdwn text={text.text} /> : JSON.stringify(block)}</p>;
}
