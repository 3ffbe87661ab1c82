// The control API, and a copy of its state that follows the stream of changes.

const KINDS = [
  "message", "changed", "deleted", "ephemeral",
  "view", "view_closed", "home", "session", "channel", "person",
];

export const AWAY = "The local Slack can't be reached. Is the demo still running?";

// Posts as a person; gives the answer's JSON, or `{trouble}` in words.
export async function post(user, verb, body) {
  try {
    const answer = await fetch(`/sandbox/users/${encodeURIComponent(user)}/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const data = await answer.json().catch(() => ({}));
    if (answer.ok) return data;
    return { ...data, trouble: data.error ?? `The local Slack answered ${answer.status}.` };
  } catch {
    return { trouble: AWAY };
  }
}

export class Mirror {
  // `changed()` is called after each change; `linked(yes)` when the stream breaks or is back.
  constructor(changed, linked) {
    this.state = { users: [], channels: [], views: [], homes: {} };
    this.changed = changed;
    this.linked = linked;
    this.waiting = null; // changes that arrive while the whole state is on its way
    this.again = false;
  }

  start() {
    const source = new EventSource("/sandbox/events");
    source.onopen = () => this.load();
    source.onerror = () => {
      this.linked(false);
      // The browser tries again by itself unless the server refused outright.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.start(), 1000);
    };
    source.onmessage = () => this.load();
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => this.take(kind, event.data));
    }
  }

  async load() {
    if (this.waiting) {
      this.again = true;
      return;
    }
    this.waiting = [];
    try {
      const answer = await fetch("/sandbox/state");
      if (!answer.ok) throw new Error(`state: ${answer.status}`);
      this.state = await answer.json();
      this.linked(true);
    } catch {
      this.linked(false);
      setTimeout(() => this.load(), 1000);
    }
    const missed = this.waiting;
    this.waiting = null;
    for (const [kind, data] of missed) this.apply(kind, data);
    this.changed();
    if (this.again) {
      this.again = false;
      this.load();
    }
  }

  take(kind, text) {
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      this.load();
      return;
    }
    if (this.waiting) this.waiting.push([kind, data]);
    else {
      this.apply(kind, data);
      this.changed();
    }
  }

  apply(kind, data) {
    const state = this.state;
    const channel = state.channels.find((one) => one.id === data.channel);
    switch (kind) {
      case "message":
      case "changed":
      case "ephemeral":
        if (channel && data.message?.ts) place(channel.messages, data.message);
        else this.load();
        return;
      case "deleted":
        if (channel) channel.messages = channel.messages.filter((one) => one.ts !== data.ts);
        return;
      case "view": {
        const id = data.view?.id;
        state.views = [...state.views.filter((one) => one.id !== id), { id, ...data }];
        return;
      }
      case "view_closed":
        state.views = state.views.filter((one) => one.id !== data.id);
        return;
      case "home":
        state.homes = { ...state.homes, [data.user]: data.view };
        return;
      default:
        this.load(); // rare, and the whole is always right
    }
  }
}

function place(messages, message) {
  const at = messages.findIndex((one) => one.ts === message.ts);
  if (at >= 0) messages[at] = message;
  else {
    messages.push(message);
    messages.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  }
}
