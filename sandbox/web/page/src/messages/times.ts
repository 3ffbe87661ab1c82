// When a message was written, in the viewer's zone.

type Form = "time" | "day" | "long" | "short" | "iso";

const FORMS: Record<Form, Intl.DateTimeFormatOptions> = {
  time: { hour: "2-digit", minute: "2-digit" },
  day: { weekday: "long", day: "numeric", month: "long" },
  short: { day: "numeric", month: "short" },
  long: {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  },
  iso: { year: "numeric", month: "2-digit", day: "2-digit" },
};
const DAY_S = 86_400;
// Zones differ from each other by whole quarters of an hour, so that a day begins with one.
const QUARTER_S = 900;
const made = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();

function said(ts: string | number, zone: string, form: Form): string {
  const key = `${zone}/${form}`;
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...FORMS[form] });
    made.set(key, format);
  }
  return format.format(Number(ts) * 1000);
}

/** Stands for the day that it was; cheap for many messages. */
export function dayOf(ts: string | number, zone: string): string {
  const key = `${zone}/${Math.floor(Number(ts) / QUARTER_S)}`;
  const day = days.get(key) ?? said(ts, zone, "iso");
  days.set(key, day);
  return day;
}

export const timeOf = (ts: string, zone: string): string => said(ts, zone, "time");
export const wholeOf = (ts: string, zone: string): string => said(ts, zone, "long");

/** A day as dividers name it: Today, Yesterday, or its date. */
export function dayName(ts: string, zone: string, now: number): string {
  const day = dayOf(ts, zone);
  if (day === dayOf(now, zone)) return "Today";
  if (day === dayOf(now - DAY_S, zone)) return "Yesterday";
  return said(ts, zone, "day");
}

/** The time, with its day if that isn't today. */
export function stampOf(ts: string, zone: string, now: number): string {
  const today = dayOf(ts, zone) === dayOf(now, zone);
  return today ? timeOf(ts, zone) : `${said(ts, zone, "short")}, ${timeOf(ts, zone)}`;
}
