// Moments as the clock on a person's wall shows them.

/** `2026-03-01T09:30` in a zone, for a moment in seconds. */
export function wallTime(seconds: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(seconds * 1000);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The moment, in seconds, at which a zone's clocks show this; null if it is no time. */
export function momentOf(wall: string, zone: string): number | null {
  const meant = Date.parse(`${wall}Z`) / 1000;
  if (Number.isNaN(meant)) return null;
  let moment = meant;
  // The second turn is for moments near a change of the clocks.
  for (let turn = 0; turn < 2; turn += 1)
    moment += meant - Date.parse(`${wallTime(moment, zone)}Z`) / 1000;
  return moment;
}
