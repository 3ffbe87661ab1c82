// The page: the client with what stands beside it, or the gallery.

import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import styles from "./App.module.css";
import { AgentView } from "./agent/AgentView";
import { Drawer } from "./drawer/Drawer";
import { Guide } from "./guide/Guide";
import { DIRECT, HOME, useLook } from "./look";
import { ChannelPane } from "./messages/ChannelPane";
import { ThreadPane } from "./messages/ThreadPane";
import { useLoaded } from "./mirror";
import { Modals } from "./modal/Modals";
import { Guard } from "./shell/Guard";
import { Sidebar } from "./shell/Sidebar";
import { TopBar } from "./shell/TopBar";
import { Trouble } from "./shell/Trouble";
import { useTitle } from "./shell/title";
import { ViewerProvider } from "./viewer";

const Gallery = lazy(async () => ({ default: (await import("./gallery/Gallery")).Gallery }));

export function App(): ReactNode {
  if (location.pathname === "/gallery") {
    return (
      <Suspense fallback={<p className={styles.wait}>Loading the gallery…</p>}>
        <Gallery />
      </Suspense>
    );
  }
  return <Client />;
}

function Client(): ReactNode {
  const loaded = useLoaded();
  if (!loaded) return <p className={styles.wait}>Connecting to the local Slack…</p>;
  return (
    <ViewerProvider>
      <Frame />
      <Modals />
    </ViewerProvider>
  );
}

function Frame(): ReactNode {
  const [listed, setListed] = useState(false);
  const close = useCallback(() => setListed(false), []);
  useTitle();
  return (
    <div className={styles.page}>
      <button type="button" className={styles.skip} onClick={toMessages}>
        Skip to the messages
      </button>
      <TopBar listed={listed} list={() => setListed(!listed)} />
      <Guard what="The tour">
        <Guide />
      </Guard>
      <div className={styles.body}>
        <Sidebar open={listed} close={close} />
        <Middle />
        <Trouble />
        <Guard what="The drawer">
          <Drawer />
        </Guard>
      </div>
    </div>
  );
}

/** No link: the address after # says who and where one is. */
function toMessages(): void {
  const main = document.querySelector<HTMLElement>("main");
  (main?.querySelector<HTMLElement>("article[tabindex='0']") ?? main)?.focus();
}

function Middle(): ReactNode {
  const { as, channel, thread } = useLook();
  return (
    <>
      <main className={styles.main} tabIndex={-1}>
        <Guard key={`${as}/${channel}`} what="This channel">
          {channel === HOME || channel === DIRECT ? <AgentView /> : <ChannelPane />}
        </Guard>
      </main>
      {thread && channel !== HOME ? (
        <Guard key={`${as}/${thread}`} what="This thread">
          <ThreadPane />
        </Guard>
      ) : null}
    </>
  );
}
