// Blocks of a message, a modal or a Home tab.

import { type ComponentType, memo, type ReactNode } from "react";
import { usePlace } from "../elements/place";
import type { Block } from "../types";
import { ActionsBlock, areActions } from "./Actions";
import { AlertBlock, isAlert } from "./Alert";
import { AuthProvider, isAuthProvider } from "./AuthProvider";
import styles from "./Blocks.module.css";
import { CardBlock, Carousel, isCard, isCarousel } from "./Card";
import { ChartBlock, isChart } from "./Chart";
import { ContainerBlock, isContainer } from "./Container";
import { DataTable, isDataTable } from "./DataTable";
import { CallBlock, FileBlock, isCall, isFile, isVideo, VideoBlock } from "./Elsewhere";
import { Guarded, NotDrawn } from "./NotDrawn";
import { ImageBlock } from "./Picture";
import { RichText } from "./RichText";
import { isSection, Section } from "./Section";
import {
  Context,
  Divider,
  Header,
  Input,
  isContext,
  isDivider,
  isHeader,
  isInput,
  isMarkdown,
  MarkdownBlock,
} from "./simple";
import { isTable, TableBlock } from "./Table";
import { isPlan, isTask, Plan, TaskCard } from "./Tasks";
import { type Check, type Drawn, isImage, isRichText } from "./wire";

type Kind = (block: Block) => ReactNode;

/** A kind of block: drawn if it has what it must have. */
function kind<T>(fits: Check<T>, Drawing: ComponentType<Drawn<T>>): Kind {
  return (block) => {
    const parts: unknown = block;
    return fits(parts) ? <Drawing block={block} parts={parts} /> : <NotDrawn what={block} />;
  };
}

const KINDS: Record<string, Kind> = {
  section: kind(isSection, Section),
  header: kind(isHeader, Header),
  divider: kind(isDivider, Divider),
  image: kind(isImage, ImageBlock),
  context: kind(isContext, Context),
  actions: kind(areActions, ActionsBlock),
  context_actions: kind(areActions, ActionsBlock),
  input: kind(isInput, Input),
  rich_text: kind(isRichText, RichText),
  video: kind(isVideo, VideoBlock),
  markdown: kind(isMarkdown, MarkdownBlock),
  file: kind(isFile, FileBlock),
  call: kind(isCall, CallBlock),
  table: kind(isTable, TableBlock),
  data_table: kind(isDataTable, DataTable),
  data_visualization: kind(isChart, ChartBlock),
  task_card: kind(isTask, TaskCard),
  plan: kind(isPlan, Plan),
  card: kind(isCard, CardBlock),
  carousel: kind(isCarousel, Carousel),
  container: kind(isContainer, (drawn) => (
    <ContainerBlock {...drawn}>
      <Blocks blocks={drawn.parts.child_blocks} />
    </ContainerBlock>
  )),
  alert: kind(isAlert, AlertBlock),
  auth_provider: kind(isAuthProvider, AuthProvider),
};

/** Draws each block; one of an unknown kind as its JSON in a marked box, never nothing. */
export function Blocks({ blocks }: { blocks: Block[] }): ReactNode {
  const { surface } = usePlace();
  return (
    <div className={surface === "modal" ? styles.wide : styles.blocks}>
      {blocks.map((block, at) => (
        <OneBlock key={block?.block_id ?? at} block={block} />
      ))}
    </div>
  );
}

const OneBlock = memo(function OneBlock({ block }: { block: Block }): ReactNode {
  return (
    <Guarded what={block}>
      <Known block={block} />
    </Guarded>
  );
});

function Known({ block }: { block: Block }): ReactNode {
  const type = block?.type ?? "";
  const draw = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  return draw ? draw(block) : <NotDrawn what={block} />;
}
