// What Slack never shows: the run step by step, deliveries, payloads, the record, and faults.

import type { ReactNode } from "react";

export function Drawer(): ReactNode {
  return null;
}
