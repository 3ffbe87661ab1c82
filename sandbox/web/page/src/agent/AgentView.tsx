// The app's own page: its Home tab, the conversations with it, and what it is.

import { type ReactNode, useEffect, useState } from "react";
import { act } from "../api";
import { Composer } from "../composer/Composer";
import { HomeTab } from "../home/HomeTab";
import { DIRECT, go, HOME, useLook } from "../look";
import { Avatar } from "../messages/Avatar";
import { ChannelMessages } from "../messages/ChannelPane";
import { openThread } from "../messages/thread";
import { useMirror } from "../mirror";
import { useViewer } from "../viewer";
import { About } from "./About";
import styles from "./AgentView.module.css";
import { Conversations } from "./Conversations";
import { useDirect } from "./conversations";
import { Prompts } from "./Prompts";
import { panelId, type Tab, Tabs, tabId } from "./Tabs";

const ABOUT = "about";

export function AgentView(): ReactNode {
  const { channel } = useLook();
  const { users } = useViewer();
  const app = useMirror((state) => state.app);
  const isThere = useMirror((state) => state.connections > 0);
  // Where About was opened: going to another address leaves it.
  const [about, setAbout] = useState("");
  const open = about === channel ? ABOUT : channel;
  const bot = users.find((one) => one.is_bot);
  const name = app.name || bot?.real_name || "The app";
  const tabs: Tab[] = [
    ...(app.home_tab ? [{ key: HOME, label: "Home" }] : []),
    ...(app.messages_tab ? [{ key: DIRECT, label: "Messages" }] : []),
    { key: ABOUT, label: "About" },
  ];
  const choose = (key: string) => {
    setAbout(key === ABOUT ? channel : "");
    if (key !== ABOUT) go({ channel: key });
  };
  return (
    <section className={styles.agent} aria-label={name}>
      <header className={styles.head}>
        {bot ? <Avatar id={bot.id} user={bot} size={24} /> : null}
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.badge}>{app.agent ? "Agent" : "App"}</span>
        {isThere ? null : <span className={styles.away}>isn’t connected just now</span>}
        <Tabs label={name} tabs={tabs} open={open} choose={choose} />
      </header>
      <div
        id={panelId(open)}
        role="tabpanel"
        aria-labelledby={tabId(open)}
        className={open === DIRECT ? styles.messages : styles.panel}
      >
        {open === HOME ? <HomeTab /> : open === ABOUT ? <About name={name} /> : null}
        {open === DIRECT ? <Messages name={name} /> : null}
      </div>
    </section>
  );
}

function Messages({ name }: { name: string }): ReactNode {
  const { me } = useViewer();
  const channel = useDirect();
  const description = useMirror((state) => state.app.description);
  // The app hears of it, so that it can say what it suggests.
  useEffect(() => void act(me.name, "home", { tab: "messages" }), [me.name]);
  return (
    <>
      {channel?.messages.length ? (
        <div className={styles.said}>
          <Conversations channel={channel} />
          <ChannelMessages key={`${me.id}/${channel.id}`} channel={channel} />
        </div>
      ) : (
        <div className={styles.empty}>
          <h3>What should {name} do?</h3>
          <p>{description}</p>
        </div>
      )}
      <div className={styles.write}>
        <Prompts channel={channel?.id} />
        <Composer
          channel={DIRECT}
          label={`Message ${name}`}
          onSent={({ ts }) => {
            if (typeof ts === "string") openThread(ts);
          }}
        />
      </div>
    </>
  );
}
