// npm's `emulate`, another Slack for tests, with a workspace like the sandbox's. Prints where it
// listens, {url, token}, and ends with its standard input.
import { createServer, Server } from 'node:net';
import { createEmulator } from 'emulate';

const scopes =
  'chat:write channels:history channels:read groups:history groups:read im:history im:read ' +
  'im:write mpim:read mpim:write reactions:write users:read users:read.email files:write';
const token = 'xoxb-emulate';
const inviter = 'xoxp-ana';
const bot = { app_id: 'A0SIGNOFF', bot_id: 'B0SIGNOFF', bot_user_id: 'U0SIGNOFF' };
const person = (name) => ({ name, email: `${name}@signoff.test` });

// It listens on every address and must be told its port beforehand. This door is on the loopback,
// on a free port, and hands each connection on.
const door = createServer();
await new Promise((ready) => door.listen(0, '127.0.0.1', ready));
Server.prototype.listen = function listen() {
  door.on('connection', (socket) => this.emit('connection', socket));
  return this;
};
const { port } = door.address();
const emulator = await createEmulator({
  service: 'slack',
  port,
  baseUrl: `http://127.0.0.1:${port}`,
  seed: {
    slack: {
      team: { name: 'Signoff', domain: 'signoff' },
      users: ['ana', 'ben', 'eli'].map(person),
      channels: [{ name: 'support' }, { name: 'private-deals', is_private: true }],
      oauth_apps: [
        { client_id: '1.2', client_secret: 'x', name: 'Signoff', redirect_uris: [], scopes, ...bot },
      ],
      tokens: [
        { token, type: 'bot', user_id: bot.bot_user_id, scopes, ...bot },
        { token: inviter, type: 'user', user: 'ana', scopes: `${scopes} channels:write groups:write` },
      ],
      strict_scopes: true,
    },
  },
});

async function ask(method, args) {
  const body = new URLSearchParams(args);
  const headers = { authorization: `Bearer ${inviter}` };
  const answer = await fetch(`${emulator.url}/api/${method}`, { method: 'POST', body, headers });
  return answer.json();
}
// The bot comes after the channels, so somebody who is in them invites it.
const { channels } = await ask('conversations.list', { types: 'public_channel,private_channel' });
for (const { id } of channels) {
  await ask('conversations.invite', { channel: id, users: bot.bot_user_id });
}
console.log(JSON.stringify({ url: emulator.url, token }));
process.stdin.on('end', () => process.exit(0)).resume();
