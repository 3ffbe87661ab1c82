// What every script here needs: where the local Slack is, people who act, and a way to answer.
import { setTimeout as sleep } from 'node:timers/promises';

/** {url, api_url, bot_token, app_token, signing_secret, …}, as tests/sandbox/node.py gives it. */
export const given = JSON.parse(process.argv[2]);

/** A logger that says nothing: what a script prints is its answer. */
export const quiet = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error',
  setName() {},
};

/** POST to the control API; its answer with the HTTP status under `http`. */
export async function control(path, body = {}) {
  const response = await fetch(`${given.url}/sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { ...(await response.json()), http: response.status };
}

/** Act as a person. */
export const does = (user, action, body = {}) => control(`users/${user}/${action}`, body);

/** GET /sandbox/state. */
export const state = async () => (await fetch(`${given.url}/sandbox/state`)).json();

/** The messages of a channel, oldest first. */
export async function timeline(name) {
  const { channels } = await state();
  return channels.find((channel) => channel.name === name).messages;
}

/** The first true value of `look`, tried for ten seconds. */
export async function until(look, what) {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
  throw new Error(`waited in vain for ${what}`);
}

/** What the client says of a refused call: its data, else the error's code. */
export async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    return error.data ?? { code: error.code };
  }
  return { ok: true };
}

/** End with this answer, whatever the clients still hold open. */
export function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`, () => process.exit(0));
}
