// What Slack never shows, beside the client; it is loaded only once it is opened.

import { lazy, type ReactNode, Suspense } from "react";
import { useLook } from "../look";

const Inside = lazy(async () => ({ default: (await import("./Inside")).Inside }));

export function Drawer(): ReactNode {
  const { drawer } = useLook();
  if (!drawer) return null;
  return (
    <Suspense fallback={null}>
      <Inside tab={drawer} />
    </Suspense>
  );
}
