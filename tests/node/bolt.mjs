// @slack/bolt over HTTP or Socket Mode: a person does each thing that a bot can be asked for, and
// the answer says what the app saw and what the person was shown.
import bolt from '@slack/bolt';
import { answer, control, does, given, quiet, state, timeline, until } from './support.mjs';

const { App } = bolt;
const http = given.transport === 'http';
const plain = (text) => ({ type: 'plain_text', text });
const clientOptions = { slackApiUrl: given.api_url, logger: quiet };
const app = new App({
  token: given.bot_token,
  logger: quiet,
  clientOptions,
  ...(http
    ? { signingSecret: given.signing_secret }
    : { socketMode: true, appToken: given.app_token }),
});
const seen = [];
const note = (what, value) => seen.push([what, value]);
const saw = (what) => seen.filter(([name]) => name === what).map(([, value]) => value);

const button = (action_id, text) => ({ type: 'button', action_id, text: plain(text), value: 'r1' });
const card = [
  { type: 'section', text: { type: 'mrkdwn', text: 'Refund?' } },
  {
    type: 'actions',
    block_id: 'decide',
    elements: [
      button('approve', 'Approve'),
      button('reject', 'Reject'),
      { type: 'external_select', action_id: 'order', min_query_length: 1 },
    ],
  },
];
const modal = (title, extra = []) => ({
  type: 'modal',
  callback_id: 'why',
  private_metadata: 'r1',
  notify_on_close: true,
  title: plain(title),
  submit: plain('Send'),
  blocks: [
    {
      type: 'input',
      block_id: 'reason',
      label: plain('Reason'),
      element: { type: 'plain_text_input', action_id: 'text' },
    },
    ...extra,
  ],
});

app.event('app_mention', async ({ event, say, context }) => {
  note('mention', { text: event.text, bot: context.botUserId });
  const thread_ts = event.thread_ts ?? event.ts;
  await say({ text: 'A card', thread_ts, blocks: card });
});
app.message(async ({ message }) => note('message', [message.channel_type, message.subtype ?? '']));
app.event('app_home_opened', async ({ event, client }) => {
  const view = { type: 'home', blocks: [{ type: 'divider' }] };
  await client.views.publish({ user_id: event.user, view });
  note('home', event.tab);
});
app.action('approve', async ({ ack, body, action, client, respond }) => {
  await ack();
  note('approve', [body.user.id, action.value, body.channel.id]);
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Approved' } }];
  const { channel, message } = body;
  await client.chat.update({ channel: channel.id, ts: message.ts, text: 'Approved', blocks });
  await respond({ text: 'Thanks', response_type: 'ephemeral', replace_original: false });
});
app.action('reject', async ({ ack, body, client }) => {
  await ack();
  await client.views.open({ trigger_id: body.trigger_id, view: modal('Why?') });
});
app.options('order', async ({ ack, options }) => {
  note('options', options.value);
  await ack({ options: [{ text: plain(`Order ${options.value}`), value: options.value }] });
});
app.view('why', async ({ ack, view }) => {
  const reason = view.state.values.reason.text.value;
  note('submitted', [view.title.text, view.private_metadata, reason]);
  const answers = {
    bad: { response_action: 'errors', errors: { reason: 'Say more.' } },
    wrong: { response_action: 'errors', errors: { nowhere: 'Say more.' } },
    update: { response_action: 'update', view: modal('Again') },
    push: { response_action: 'push', view: modal('Deeper') },
    clear: { response_action: 'clear' },
  };
  await ack(answers[reason]);
});
app.view({ callback_id: 'why', type: 'view_closed' }, async ({ ack, body }) => {
  await ack();
  note('closed', body.is_cleared);
});
app.command('/task', async ({ ack, command, respond }) => {
  await ack(`Working on ${command.text}`);
  await respond('Done');
});
app.shortcut('new_task', async ({ ack, shortcut, client }) => {
  await ack();
  await client.views.open({ trigger_id: shortcut.trigger_id, view: modal('New task') });
});
app.shortcut('hand_to_signoff', async ({ ack, shortcut }) => {
  await ack();
  note('handed', [shortcut.type, shortcut.message.text, shortcut.channel.name]);
});

async function conversation() {
  await does('ana', 'say', { channel: 'support', text: '@signoff refund 1042' });
  const find = async () => (await timeline('support')).find((each) => each.text === 'A card');
  const { ts } = await until(find, 'the card');
  const at = { channel: 'support', ts };
  await until(() => saw('message').some(([kind]) => kind === 'channel'), 'the message');
  const typed = { ...at, action_id: 'order', value: '10' };
  const suggested = await does('ben', 'suggest', typed);
  await does('ben', 'click', { ...at, text: 'Reject' });
  const views = await modals();
  const approved = await does('ben', 'click', { ...at, text: 'Approve' });
  const whisper = async () => (await timeline('support')).find((each) => each.text === 'Thanks');
  const thanks = await until(whisper, 'the private thanks');
  const shown = (await timeline('support')).find((each) => each.ts === ts);
  await does('ana', 'say', { channel: 'dm', text: 'hello' });
  await until(() => saw('message').some(([kind]) => kind === 'im'), 'the direct message');
  return { suggested, views, approved, text: shown.text, thanked: thanks.ephemeral_to };
}

async function modals() {
  const top = () => until(async () => (await state()).views.at(-1), 'a modal');
  const found = [];
  for (const words of ['bad', 'wrong', 'update', 'push', 'clear']) {
    const view = await top();
    const told = await does('ben', 'submit', { view_id: view.id, by_label: { Reason: words } });
    found.push([words, view.view.title.text, told.response_action ?? told.status]);
  }
  return { found, open: (await state()).views.length };
}

async function others() {
  const command = await does('eli', 'command', { channel: 'ops', command: '/task', text: 'a nap' });
  await until(async () => (await timeline('ops')).some((each) => each.text === 'Done'), 'respond');
  const said = (await timeline('ops')).map((each) => each.text);
  await does('eli', 'shortcut', { callback_id: 'new_task' });
  const view = await until(async () => (await state()).views.at(-1), 'the modal');
  await does('eli', 'close', { view_id: view.id });
  const { ts } = await does('eli', 'say', { channel: 'ops', text: 'look at this' });
  await does('eli', 'shortcut', { callback_id: 'hand_to_signoff', channel: 'ops', ts });
  await does('eli', 'home');
  await until(async () => (await state()).homes.U0ELI, 'the Home tab');
  const nobody = await does('eli', 'shortcut', { callback_id: 'nobody_listens' });
  return { command: command.status, said, title: view.view.title.text, nobody: nobody.status };
}

async function forged(url) {
  if (!url) return null;
  const now = Math.floor(Date.now() / 1000);
  const post = (headers) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ type: 'url_verification', challenge: 'x' }),
    }).then((response) => response.status);
  return {
    unsigned: await post({}),
    wrong: await post({ 'x-slack-signature': 'v0=00', 'x-slack-request-timestamp': `${now}` }),
  };
}

const started = await (http ? app.start({ port: 0, host: '127.0.0.1' }) : app.start());
const url = http && `http://127.0.0.1:${started.address().port}/slack/events`;
if (url) await control('app/request_url', { url });
answer({
  conversation: await conversation(),
  others: await others(),
  forged: await forged(url),
  seen: Object.fromEntries([...new Set(seen.map(([what]) => what))].map((what) => [what, saw(what)])),
  deliveries: (await state()).deliveries.map(({ type, status }) => [type, status]),
});
