// Whoever looks: their names for people and places, how they act, and what they are told of trouble.

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { type Answer, act } from "./api";
import { go, useLook } from "./look";
import { useMirror } from "./mirror";
import type { Channel, Group, Obj, State, User } from "./types";

/** Names for drawing; changes only when people, groups or channels do. */
export type Viewer = {
  me: User;
  users: User[];
  user(id: string): User | undefined;
  channel(id: string): Pick<Channel, "id" | "name" | "kind"> | undefined;
  group(id: string): Group | undefined;
  /** Where they may go and what they may name: the channels they are in, without direct messages. */
  channels: Pick<Channel, "id" | "name" | "kind">[];
};

const ViewerContext = createContext<Viewer | null>(null);
// Apart, so that what acts isn't drawn anew when there is trouble to tell.
const TroubleContext = createContext("");
const TellContext = createContext<(words: string) => void>(() => {});

/** The viewer; only inside of ViewerProvider. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error("useViewer needs a ViewerProvider above it");
  return viewer;
}

/** For drawings without a workspace, such as the gallery's. */
export const ViewerGiven = ViewerContext.Provider;

/** Acts as the viewer and tells of trouble; the same function while the viewer is the same. */
export function useAct(): (verb: string, body: Obj) => Promise<Answer> {
  const { me } = useViewer();
  const tell = useContext(TellContext);
  return useCallback(
    async (verb, body) => {
      const answer = await act(me.name, verb, body);
      // What an offer lacks is told where one types.
      if (verb !== "suggest") tell(answer.trouble ?? "");
      return answer;
    },
    [me.name, tell],
  );
}

/** What went wrong last, in words, and how to set it; empty when nothing did. */
export const useTrouble = (): [string, (words: string) => void] => [
  useContext(TroubleContext),
  useContext(TellContext),
];

const key = (state: State): string =>
  JSON.stringify([
    state.users.map((one) => [one.id, one.name, one.real_name, one.tz, one.deleted]),
    state.groups,
    state.channels.map((one) => [one.id, one.name, one.kind, one.members]),
  ]);

/** Gives the viewer to all below; nothing is drawn before the people are known. */
export function ViewerProvider({ children }: { children: ReactNode }): ReactNode {
  const { as } = useLook();
  const names = useMirror(key);
  const state = useMirror((one) => one);
  const [trouble, tell] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` stands for what is used of the state
  const viewer = useMemo(() => viewerOf(state, as), [names, as]);
  useEffect(() => {
    if (!viewer || viewer.me.name === as) return;
    const wanted = viewer.users.find((one) => one.name === as);
    const why = wanted?.deleted ? `${wanted.real_name} is deactivated` : `Nobody can be ${as} here`;
    tell(`${why}: you are ${viewer.me.real_name} now.`);
    go({ as: viewer.me.name });
  }, [viewer, as]);
  if (!viewer) return null;
  return (
    <ViewerContext.Provider value={viewer}>
      <TellContext.Provider value={tell}>
        <TroubleContext.Provider value={trouble}>{children}</TroubleContext.Provider>
      </TellContext.Provider>
    </ViewerContext.Provider>
  );
}

/** The state as a person, by name; whoever isn't known is the first of the people. */
export function viewerOf(state: State, as: string): Viewer | null {
  const people = state.users.filter((one) => !one.is_bot && !one.deleted);
  const me = people.find((one) => one.name === as) ?? people[0];
  if (!me) return null;
  const users = new Map(state.users.map((one) => [one.id, one]));
  const groups = new Map(state.groups.map((one) => [one.id, one]));
  const places = state.channels.map(({ id, name, kind }) => ({ id, name, kind }));
  const channels = new Map(places.map((one) => [one.id, one]));
  const mine = state.channels.filter((one) => one.kind !== "im" && one.members.includes(me.id));
  return {
    me,
    users: state.users,
    user: (id) => users.get(id),
    channel: (id) => channels.get(id),
    group: (id) => groups.get(id),
    channels: places.filter((one) => mine.some((each) => each.id === one.id)),
  };
}
