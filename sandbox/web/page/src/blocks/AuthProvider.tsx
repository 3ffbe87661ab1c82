// A service that a person can connect to their account.

import type { ReactNode } from "react";
import { Element } from "../elements/Element";
import type { ElementJson } from "../elements/place";
import { SafeLink } from "../text/leaves";
import { Text } from "../text/Mrkdwn";
import type { TextJson } from "../text/plain";
import styles from "./AuthProvider.module.css";
import { each } from "./each";
import { type Drawn, isBool, isString, isText, isTyped, maybe, shaped } from "./wire";

export const isAuthProvider = shaped({
  name: isText,
  is_connected: isBool,
  description: maybe(isText),
  connected_identity: maybe(isText),
  connected_context: maybe(isText),
  auth_url: maybe(isString),
  disconnect_url: maybe(isString),
  accessory: maybe(isTyped),
});
type Parts = {
  name: TextJson;
  is_connected: boolean;
  description: TextJson | undefined;
  connected_identity: TextJson | undefined;
  connected_context: TextJson | undefined;
  auth_url: string | undefined;
  disconnect_url: string | undefined;
  accessory: ElementJson | undefined;
};

export function AuthProvider({ block, parts }: Drawn<Parts>): ReactNode {
  const { is_connected: connected } = parts;
  const address = connected ? parts.disconnect_url : parts.auth_url;
  return (
    <div className={styles.provider}>
      <div className={styles.words}>
        <strong>
          <Text text={parts.name} />
        </strong>{" "}
        <span className={styles.state}>{connected ? "✓ Connected" : "○ Not connected"}</span>
        {each([parts.description, parts.connected_identity, parts.connected_context], (text) =>
          text ? (
            <div className={styles.quiet}>
              <Text text={text} />
            </div>
          ) : null,
        )}
      </div>
      {address ? <SafeLink href={address}>{connected ? "Disconnect" : "Connect"}</SafeLink> : null}
      {parts.accessory ? <Element block={block} element={parts.accessory} /> : null}
    </div>
  );
}
