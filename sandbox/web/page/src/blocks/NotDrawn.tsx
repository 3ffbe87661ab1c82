// What the page can't draw: its JSON in a marked box, never nothing.

import { Component, type ReactNode } from "react";
import styles from "./NotDrawn.module.css";

/** The JSON of something. */
export function NotDrawn({ what }: { what: unknown }): ReactNode {
  const type = (what as { type?: unknown } | null | undefined)?.type;
  const name = typeof type === "string" ? type : "something without a type";
  return (
    <figure className={styles.box} aria-label={`Not drawn here: ${name}`}>
      <figcaption>
        Not drawn here: <code>{name}</code>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(what, null, 2)}</pre>
    </figure>
  );
}

type Props = { what: unknown; children: ReactNode };

/** Draws what is in it, or the JSON of `what` if that fails; another `what` is tried anew. */
export class Guarded extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.what !== this.props.what && this.state.failed) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? <NotDrawn what={this.props.what} /> : this.props.children;
  }
}
