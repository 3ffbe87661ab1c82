// @slack/socket-mode alone: envelopes and their acks, and what a disconnect does to the client.
import { SocketModeClient } from '@slack/socket-mode';
import { answer, control, does, given, quiet, until } from './support.mjs';

const client = new SocketModeClient({
  appToken: given.app_token,
  logger: quiet,
  clientOptions: { slackApiUrl: given.api_url, logger: quiet },
});
const frames = [];
let connections = 0;
client.on('connected', () => {
  connections += 1;
});
client.on('slack_event', async ({ ack, type, body, retry_num, accepts_response_payload }) => {
  frames.push({ type, text: body.event?.text ?? body.text, retry_num, accepts_response_payload });
  await ack(type === 'slash_commands' ? { text: 'By envelope' } : undefined);
});
const heard = (text) => until(() => frames.find((frame) => frame.text === text), text);

await client.start();
await does('ana', 'say', { channel: 'ops', text: 'before' });
await heard('before');
const command = await does('ana', 'command', { channel: 'ops', command: '/task', text: 'nap' });
const { struck } = await control('faults', { kind: 'disconnect', reason: 'refresh_requested' });
const began = Date.now();
await until(() => connections > 1, 'another connection');
const reconnected = Date.now() - began;
await does('ana', 'say', { channel: 'ops', text: 'after' });
await heard('after');
await control('faults', { kind: 'lose_frame' });
await does('ana', 'say', { channel: 'ops', text: 'lost' });
const again = await heard('lost');
await client.disconnect();
answer({ frames, command: command.status, struck, reconnected, again, connections });
