// Who somebody is here, in a word or two.

import type { Group, User } from "../types";

// Other companies by their team, which the workspace's state knows by id only.
const COMPANIES: Record<string, string> = { T0OUTSIDE: "Outside Ltd" };

export const companyOf = (user: Pick<User, "team_id">): string =>
  COMPANIES[user.team_id] ?? "another company";

/** What to expect of a person in the demo. */
export function roleOf(user: User, groups: Group[]): string {
  if (user.is_bot) return "app";
  if (user.is_stranger) return `from ${companyOf(user)}`;
  if (user.is_restricted) return "guest";
  if (user.is_admin) return "admin";
  const on = groups.find((one) => one.handle === "oncall" && one.users.includes(user.id));
  return on ? "on call" : "asks";
}

/** What a message says beside its author's name, if anything. */
export function badgeOf(user: User | undefined): string | undefined {
  if (user?.is_stranger) return companyOf(user);
  return user?.is_restricted ? "guest" : undefined;
}

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

const HUES = 7;
/** The number of a colour, always the same for the same id; the demo's people all differ. */
export const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 30 + letter.charCodeAt(0)) % 9973, 0) % HUES;

export const firstName = (user: User): string => user.real_name.split(" ")[0] ?? user.name;
