// Bytes, times and durations in words.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** `533 B`, `4.5 kB`, `1.2 MB`. */
export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

/** `12 ms`, `3.4 s`, `2 min 5 s`, `1 h 10 min`. */
export function lasted(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${Number((ms / SECOND).toFixed(1))} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  if (ms < HOUR) return both(ms, MINUTE, "min", SECOND, "s");
  return both(ms, HOUR, "h", MINUTE, "min");
}

function both(ms: number, big: number, bigs: string, small: number, smalls: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigs}${rest ? ` ${rest} ${smalls}` : ""}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `12:04:31` on the wall of that zone. */
export function clock(seconds: number, zone: string): string {
  let format = clocks.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" });
    clocks.set(zone, format);
  }
  return format.format(seconds * 1_000);
}

/** `1 call`, `2 calls`. */
export const count = (number: number, thing: string): string =>
  `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
