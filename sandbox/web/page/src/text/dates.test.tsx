import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { formatDate } from "./dates";
import { draw } from "./drawn";
import { Mrkdwn } from "./Mrkdwn";

const AT = 1795995000; // 2026-11-29 23:30 UTC, the 30th in Berlin
const NOW = AT * 1000;
const DAY = 86_400_000;
const ZONE = "Europe/Berlin";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  ["{date_short_pretty}", 0, "today"],
  ["{date_pretty}", -DAY, "tomorrow"],
  ["{date_long_pretty}", DAY, "yesterday"],
  ["{day_divider_pretty}", DAY, "yesterday"],
  ["{date_short_pretty}", 9 * DAY, "30 Nov 2026"],
  ["{date_num} {date_slash}", 0, "2026-11-30 30/11/2026"],
  ["{date}", 0, "30 November 2026"],
  ["{date_short}", 0, "30 Nov 2026"],
  ["{date_long}", 0, "Monday 30 November 2026"],
  ["{date_long_full}", 0, "Monday 30 November 2026"],
  ["{time} {time_secs}", 0, "00:30 00:30:00"],
  ["{ago}", 7_300_000, "2 hours ago"],
  ["{ago}", -DAY, "in 1 day"],
  ["{ago}", 5000, "less than a minute ago"],
  ["by {unknown}", 0, "by {unknown}"],
])("%s, read %i ms later, is %s", (format, later, wanted) => {
  expect(formatDate(AT, format, ZONE, NOW + later)).toBe(wanted);
});

test("what is relative to now stays right as time goes by", () => {
  vi.useFakeTimers({ now: NOW });
  draw(<Mrkdwn text={`<!date^${AT}^{ago}|f>`} />);
  screen.getByText("in less than a minute");
  act(() => vi.advanceTimersByTime(185_000));
  screen.getByText("3 minutes ago");
});
