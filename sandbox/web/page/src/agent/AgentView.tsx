// The app's own conversation with the viewer: its threads, prompts, status and Stop.

import type { ReactNode } from "react";
import { ChannelPane } from "../messages/ChannelPane";

export function AgentView(): ReactNode {
  return <ChannelPane />;
}
