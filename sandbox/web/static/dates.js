// Slack's date tokens, in a person's own time zone.

const TOKEN = /\{(\w+)\}/g;
const DAY_MS = 86_400_000;

export function formatDate(seconds, format, zone, now = Date.now()) {
  const date = new Date(seconds * 1000);
  const part = (options) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }).format(date);
  const forms = {
    date_num: () => isoDay(date, zone),
    date: () => part({ day: "numeric", month: "long", year: "numeric" }),
    date_short: () => part({ day: "numeric", month: "short", year: "numeric" }),
    date_long: () => part({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    time: () => part({ hour: "2-digit", minute: "2-digit" }),
    time_secs: () => part({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
    ago: () => ago(date.getTime() - now),
  };
  forms.day_divider_pretty = forms.date_pretty = () => near(date, zone, now) ?? forms.date();
  forms.date_short_pretty = () => near(date, zone, now) ?? forms.date_short();
  forms.date_long_pretty = () => near(date, zone, now) ?? forms.date_long();
  return format.replace(TOKEN, (whole, name) => (forms[name] ? forms[name]() : whole));
}

// The time of a message; with its day if that isn't today.
export function stamp(ts, zone, now = Date.now()) {
  const seconds = Number(ts);
  const today = isoDay(new Date(now), zone) === isoDay(new Date(seconds * 1000), zone);
  return formatDate(seconds, today ? "{time}" : "{date_short_pretty} {time}", zone, now);
}

export const fullStamp = (ts, zone) => formatDate(Number(ts), "{date_long} {time_secs}", zone);

function isoDay(date, zone) {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(date);
}

function near(date, zone, now) {
  const names = [[-DAY_MS, "yesterday"], [0, "today"], [DAY_MS, "tomorrow"]];
  const found = names.find(([shift]) => isoDay(new Date(now + shift), zone) === isoDay(date, zone));
  return found?.[1];
}

function ago(ms) {
  const units = [["day", DAY_MS], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]];
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size) ?? units[3];
  return new Intl.RelativeTimeFormat("en").format(Math.trunc(ms / size), unit);
}
