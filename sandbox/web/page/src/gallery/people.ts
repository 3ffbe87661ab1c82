// Whoever is named in the golden files, so that mentions are drawn as in the product.

import type { User } from "../types";
import type { Viewer } from "../viewer";

const person = (id: string, name: string, real_name: string, is_bot = false): User => ({
  id,
  team_id: "T0SIGNOFF",
  name,
  real_name,
  tz: "Europe/Berlin",
  deleted: false,
  is_bot,
  is_admin: false,
  is_restricted: false,
  is_stranger: false,
});

const BEN = person("U0BEN", "ben", "Ben Ode");
/** The app itself. */
export const BOT = person("U0SIGNOFF", "signoff", "Signoff", true);
const USERS = [BEN, person("U0ANA", "ana", "Ana Ruiz"), person("U0CHI", "chi", "Chi Wu"), BOT];
const CHANNELS = [
  { id: "C0PAY", name: "payments", kind: "channel" },
  { id: "C0SUPPORT", name: "support", kind: "channel" },
] as const;

/** The golden files as Ben sees them, who may decide. */
export const VIEWER: Viewer = {
  me: BEN,
  users: USERS,
  user: (id) => USERS.find((one) => one.id === id),
  channel: (id) => CHANNELS.find((one) => one.id === id),
  group: () => undefined,
  channels: [...CHANNELS],
};
