// One golden file: its name, its drawings, what is read aloud, and its JSON.

import { memo, type ReactNode, useState } from "react";
import type { Choices } from "./choices";
import { Frame } from "./Frames";
import { type Golden, sizesOf } from "./golden";
import styles from "./Specimen.module.css";

const THEMES = { light: ["light"], dark: ["dark"], both: ["light", "dark"] } as const;

type Props = { golden: Golden; heading: "h3" | "h4" } & Pick<Choices, "theme">;

export const Specimen = memo(function Specimen(props: Props): ReactNode {
  const { golden, theme, heading: Heading } = props;
  const { name, title, payload } = golden;
  return (
    <article className={styles.specimen} id={name} aria-label={`${title} (${name})`}>
      <Heading className={styles.head}>
        <a href={`#${name}`}>{title}</a> <code>{name}</code> <Sizes golden={golden} />
      </Heading>
      <div className={styles.looks}>
        {THEMES[theme].map((one) => (
          <div key={one} className={styles.look} data-theme={one}>
            <Frame golden={golden} look={one} />
          </div>
        ))}
      </div>
      {golden.surface === "message" && payload.text ? (
        <p className={styles.aloud}>
          On phones and to screen readers: <q>{payload.text}</q>
        </p>
      ) : null}
      <Json payload={payload} />
    </article>
  );
});

function Sizes({ golden }: { golden: Golden }): ReactNode {
  const { blocks, most, characters } = sizesOf(golden);
  return (
    <small className={styles.sizes}>
      {blocks} of {most} blocks · {characters.toLocaleString("en")} characters
    </small>
  );
}

/** Written only once it is opened: all of them together are long. */
function Json({ payload }: { payload: Golden["payload"] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.json} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>JSON</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {open ? <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre> : null}
    </details>
  );
}
