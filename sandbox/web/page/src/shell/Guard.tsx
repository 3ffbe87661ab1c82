// Keeps a fault in drawing one thing from taking the whole page away.

import { Component, type ReactNode } from "react";
import styles from "./Guard.module.css";

type Props = {
  /** What can't be drawn, in words. */
  what: string;
  /** Its data, which is shown in place of it. */
  data?: unknown;
  children: ReactNode;
};
type State = { fault: string; of?: unknown };

export class Guard extends Component<Props, State> {
  override state: State = { fault: "" };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: String(error) };
  }

  /** Other data are another try. */
  static getDerivedStateFromProps({ data }: Props, { of }: State): Partial<State> | null {
    return data === of ? null : { fault: "", of: data };
  }

  override render(): ReactNode {
    const { what, data, children } = this.props;
    if (!this.state.fault) return children;
    return (
      <div className={styles.box}>
        <p>
          {what} can't be drawn: {this.state.fault}
        </p>
        {data === undefined ? null : <pre>{JSON.stringify(data, null, 2)}</pre>}
      </div>
    );
  }
}
