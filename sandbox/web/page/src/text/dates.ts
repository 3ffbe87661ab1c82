// Slack's date formats, in a person's own time zone.

const PART = /\{(\w+)\}/g;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What a format may hold. */
type Form = (date: Date, zone: string, now: number) => string;

const inEnglish = (options: Intl.DateTimeFormatOptions): Form => {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (date, zone) => {
    let formatter = formatters.get(zone);
    if (!formatter) {
      formatter = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options });
      formatters.set(zone, formatter);
    }
    return formatter.format(date);
  };
};

const year = "numeric";
const day = "numeric";
const date = inEnglish({ day, month: "long", year });
const short = inEnglish({ day, month: "short", year });
const weekday = inEnglish({ weekday: "long" });
const long: Form = (...at) => `${weekday(...at)} ${date(...at)}`;
const slash = inEnglish({ day: "2-digit", month: "2-digit", year });
const time = inEnglish({ hour: "2-digit", minute: "2-digit" });
const seconds = inEnglish({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

const isoDay: Form = (at, zone, now) => slash(at, zone, now).split("/").reverse().join("-");

const near =
  (form: Form): Form =>
  (at, zone, now) => {
    const wanted = isoDay(at, zone, now);
    const days = ["yesterday", "today", "tomorrow"];
    const found = days.find(
      (_, index) => isoDay(new Date(now + (index - 1) * DAY), zone, now) === wanted,
    );
    return found ?? form(at, zone, now);
  };

const FORMS = new Map<string, Form>([
  ["date_num", isoDay],
  ["date_slash", slash],
  ["date", date],
  ["date_short", short],
  ["date_long", long],
  ["date_long_full", long],
  ["date_pretty", near(date)],
  ["date_short_pretty", near(short)],
  ["date_long_pretty", near(long)],
  ["day_divider_pretty", near(date)],
  ["time", time],
  ["time_secs", seconds],
  ["ago", (at, _zone, now) => ago(at.getTime() - now)],
]);

/** A moment in one of Slack's formats; what isn't known in it stays. Throws on an impossible one. */
export function formatDate(at: number, format: string, zone: string, now = Date.now()): string {
  const moment = new Date(at * 1000);
  return format.replace(PART, (whole, name: string) => {
    const form = FORMS.get(name);
    return form ? form(moment, zone, now) : whole;
  });
}

/** Whether what a format gives depends on when it is read. */
export const changesWithTime = (format: string): boolean => /\{(?:ago|\w+_pretty)\}/.test(format);

/** A moment to the second, with its day of the week; undefined if no calendar has it. */
export function fullStamp(at: number, zone: string): string | undefined {
  try {
    return formatDate(at, "{date_long} {time_secs}", zone);
  } catch {
    return undefined;
  }
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];
const relative = new Intl.RelativeTimeFormat("en");

// No seconds: they would be wrong as soon as they are read.
function ago(ms: number): string {
  const found = UNITS.find(([, size]) => Math.abs(ms) >= size);
  if (found) return relative.format(Math.trunc(ms / found[1]), found[0]);
  if (Number.isNaN(ms)) throw new RangeError("no such time");
  return ms < 0 ? "less than a minute ago" : "in less than a minute";
}
