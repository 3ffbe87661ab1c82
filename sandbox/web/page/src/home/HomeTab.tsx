// The app's Home tab as the viewer sees it.

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Blocks } from "../blocks/Blocks";
import { PlaceProvider } from "../elements/place";
import { homePlace } from "../elements/places";
import { useMirror } from "../mirror";
import type { View } from "../types";
import { useAct, useViewer } from "../viewer";
import styles from "./HomeTab.module.css";

/** Tells the app that it was opened, once per opening, and shows what the app made. */
export function HomeTab(): ReactNode {
  const { me } = useViewer();
  const act = useAct();
  const opened = useRef("");
  useEffect(() => {
    if (opened.current === me.id) return;
    opened.current = me.id;
    void act("home", { tab: "home" });
  }, [act, me.id]);
  const view = useMirror((state) => state.homes[me.id]);
  return (
    <section className={styles.home} aria-label="Home">
      {view ? <Made view={view} /> : <Unmade />}
    </section>
  );
}

function Made({ view }: { view: View }): ReactNode {
  const act = useAct();
  const place = useMemo(() => homePlace(act, view), [act, view]);
  return (
    <div className={styles.page}>
      <PlaceProvider value={place}>
        <Blocks blocks={view.blocks} />
      </PlaceProvider>
    </div>
  );
}

const Unmade = (): ReactNode => (
  <div className={styles.unmade}>
    <p className={styles.words}>The app hasn’t made this yet.</p>
    <p>It appears here as soon as the app answers.</p>
  </div>
);
