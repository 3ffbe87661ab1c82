// A card with a picture, words and buttons, and a row of cards.

import type { ReactNode } from "react";
import { Element } from "../elements/Element";
import type { ElementJson } from "../elements/place";
import { Text } from "../text/Mrkdwn";
import type { TextJson } from "../text/plain";
import type { Block } from "../types";
import styles from "./Card.module.css";
import { NotDrawn } from "./NotDrawn";
import { Picture } from "./Picture";
import {
  also,
  type Drawn,
  type ImageJson,
  isImage,
  isText,
  isTyped,
  listOf,
  maybe,
  shaped,
} from "./wire";

export const isCard = also(
  shaped({
    title: maybe(isText),
    subtitle: maybe(isText),
    body: maybe(isText),
    icon: maybe(isImage),
    hero_image: maybe(isImage),
    actions: maybe(listOf(isTyped)),
  }),
  (card) => Boolean(card.title ?? card.body ?? card.hero_image ?? card.actions),
);
type Parts = {
  title: TextJson | undefined;
  subtitle: TextJson | undefined;
  body: TextJson | undefined;
  icon: ImageJson | undefined;
  hero_image: ImageJson | undefined;
  actions: ElementJson[] | undefined;
};

export function CardBlock({ block, parts }: Drawn<Parts>): ReactNode {
  const { title, subtitle, body, icon, hero_image, actions } = parts;
  return (
    <article className={styles.card}>
      {hero_image ? <Picture image={hero_image} size="full" /> : null}
      {icon || title || subtitle ? (
        <div className={styles.head}>
          {icon ? <Picture image={icon} size="icon" /> : null}
          <div>
            {title ? (
              <div className={styles.title}>
                <Text text={title} />
              </div>
            ) : null}
            {subtitle ? (
              <div className={styles.subtitle}>
                <Text text={subtitle} />
              </div>
            ) : null}
          </div>
        </div>
      ) : null}
      {body ? (
        <div>
          <Text text={body} />
        </div>
      ) : null}
      {actions?.length ? (
        <div className={styles.actions}>
          {actions.map((one, at) => (
            <Element key={one.action_id ?? at} block={block} element={one} />
          ))}
        </div>
      ) : null}
    </article>
  );
}

export const isCarousel = shaped({ elements: listOf(isTyped) });

export function Carousel({ parts }: Drawn<{ elements: ElementJson[] }>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard
    <div className={styles.carousel} tabIndex={0}>
      {parts.elements.map((card, at) => (
        <div key={typeof card.block_id === "string" ? card.block_id : at}>
          {isCard(card) ? (
            <CardBlock block={card as Block} parts={card} />
          ) : (
            <NotDrawn what={card} />
          )}
        </div>
      ))}
    </div>
  );
}
