// Keeps a view that can't be drawn from taking the whole gallery with it.

import { Component, type ReactNode } from "react";
import styles from "./Frames.module.css";

type State = { trouble?: string };

/** Draws what is inside, or says why it can't be drawn. */
export class Sound extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { trouble: String(error) };
  }

  override render(): ReactNode {
    const { trouble } = this.state;
    return trouble ? (
      <p className={styles.unsound}>Can't be drawn: {trouble}</p>
    ) : (
      this.props.children
    );
  }
}
