// @slack/web-api: every family of methods that the bot uses, and what the client makes of refusals.
import { WebClient } from '@slack/web-api';
import { answer, control, given, quiet, refusal, timeline } from './support.mjs';

const client = new WebClient(given.bot_token, { slackApiUrl: given.api_url, logger: quiet });
const section = (text) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const stranger = new WebClient('xoxb-wrong', { slackApiUrl: given.api_url, logger: quiet });
const channel = 'C0SUPPORT';

async function messages() {
  const posted = await client.chat.postMessage({
    channel,
    text: 'A & B',
    blocks: [section('A & B <@U0ANA>')],
    metadata: { event_type: 'card', event_payload: { id: 'r1' } },
  });
  const { ts } = posted;
  const replies = [];
  for (const text of ['one', 'two', 'three']) {
    replies.push((await client.chat.postMessage({ channel, thread_ts: ts, text })).ts);
  }
  const pages = [];
  for await (const page of client.paginate('conversations.replies', { channel, ts, limit: 2 })) {
    pages.push(page.messages.map((message) => message.text));
  }
  const full = await client.conversations.replies({ channel, ts, include_all_metadata: true });
  const updated = await client.chat.update({ channel, ts, text: 'C', blocks: [section('C')] });
  const link = await client.chat.getPermalink({ channel, message_ts: replies[0] });
  await client.chat.delete({ channel, ts: replies[2] });
  const whisper = await client.chat.postEphemeral({ channel, user: 'U0ANA', text: 'psst' });
  const history = await client.conversations.history({ channel, limit: 1 });
  return {
    posted: posted.message,
    pages,
    metadata: full.messages[0].metadata,
    updated: updated.message.text,
    link: link.permalink,
    whisper: typeof whisper.message_ts,
    left: (await client.conversations.replies({ channel, ts })).messages.length,
    newest: history.messages.map((message) => message.text),
  };
}

async function refusals() {
  const blocks = [section('x'.repeat(3001)), { type: 'sektion' }, { type: 'divider', style: 1 }];
  return {
    blocks: await refusal(client.chat.postMessage({ channel, text: 'x', blocks })),
    empty: await refusal(client.chat.postMessage({ channel })),
    nowhere: await refusal(client.chat.postMessage({ channel: 'C0NOWHERE', text: 'x' })),
    nothing: await refusal(client.chat.update({ channel, ts: '1.000001', text: 'x' })),
    unknown: await refusal(client.apiCall('chat.postNothing')),
    token: await refusal(stranger.auth.test()),
    trigger: await refusal(
      client.views.open({
        trigger_id: '1.2.3',
        view: {
          type: 'modal',
          title: { type: 'plain_text', text: 'A title that is too long by far' },
          blocks: [section('x')],
        },
      }),
    ),
  };
}

async function people() {
  const names = [];
  for await (const page of client.paginate('users.list', { limit: 3 })) {
    names.push(page.members.map((member) => member.name));
  }
  const group = await client.usergroups.users.list({ usergroup: 'S0ONCALL' });
  const direct = await client.conversations.open({ users: 'U0BEN' });
  return {
    pages: names,
    ana: (await client.users.info({ user: 'U0ANA' })).user,
    found: (await client.users.lookupByEmail({ email: 'ben@signoff.test' })).user.id,
    lost: await refusal(client.users.lookupByEmail({ email: 'nobody@signoff.test' })),
    group: group.users,
    direct: direct.channel.id,
    channels: (await client.users.conversations({ types: 'public_channel,private_channel' }))
      .channels.map((each) => each.name),
  };
}

async function reactions() {
  const { ts: timestamp } = await client.chat.postMessage({ channel, text: 'react' });
  const mark = { channel, timestamp, name: 'eyes' };
  await client.reactions.add(mark);
  const twice = await refusal(client.reactions.add(mark));
  await client.reactions.remove(mark);
  return { twice: twice.error, gone: (await refusal(client.reactions.remove(mark))).error };
}

async function files() {
  const uploaded = await client.filesUploadV2({
    channel_id: channel,
    initial_comment: 'The log & more',
    file_uploads: [
      { filename: 'a.txt', file: Buffer.from('first file') },
      { filename: 'b.txt', file: Buffer.from('second'), title: 'B' },
    ],
  });
  const shared = (await timeline('support')).at(-1);
  const bodies = [];
  for (const { id } of shared.files) {
    bodies.push(await (await fetch(`${given.url}/files/${id}`)).text());
  }
  return {
    ok: uploaded.ok,
    text: shared.text,
    titles: shared.files.map((file) => file.title),
    bodies,
  };
}

async function streams() {
  const { ts: thread_ts } = await client.chat.postMessage({ channel, text: 'stream here' });
  const streamer = client.chatStream({
    channel,
    thread_ts,
    recipient_team_id: 'T0SIGNOFF',
    recipient_user_id: 'U0ANA',
    buffer_size: 8,
  });
  await streamer.append({ markdown_text: '**hello wo' });
  const busy = await refusal(client.chat.update({ channel, ts: streamer.ts, text: 'no' }));
  await streamer.append({ markdown_text: 'rld!**' });
  const stopped = await streamer.stop({ blocks: [{ type: 'divider' }] });
  const late = { channel, ts: stopped.ts, markdown_text: 'late' };
  const nobody = { channel, thread_ts, markdown_text: 'x' };
  return {
    busy: busy.error,
    text: stopped.message.text,
    kinds: stopped.message.blocks.map((block) => block.type),
    late: (await refusal(client.chat.appendStream(late))).error,
    nobody: (await refusal(client.chat.startStream(nobody))).error,
  };
}

async function limits() {
  await control('faults', { kind: 'ratelimited', method: 'auth.test', times: 1, retry_after: 1 });
  const began = Date.now();
  const patient = await client.auth.test();
  const waited = Date.now() - began;
  await control('faults', { kind: 'ratelimited', method: 'auth.test', times: 1, retry_after: 7 });
  const options = { slackApiUrl: given.api_url, logger: quiet, rejectRateLimitedCalls: true };
  const hasty = new WebClient(given.bot_token, options);
  let after;
  try {
    await hasty.auth.test();
  } catch (error) {
    after = error.retryAfter;
  }
  return { ok: patient.ok, waited, after };
}

async function broken() {
  await control('faults', { kind: 'error', method: 'auth.test', status: 500, times: 1 });
  return (await client.auth.test()).ok;
}

answer({
  who: await client.auth.test(),
  messages: await messages(),
  refusals: await refusals(),
  people: await people(),
  reactions: await reactions(),
  files: await files(),
  streams: await streams(),
  limits: await limits(),
  broken: await broken(),
});
