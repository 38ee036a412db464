import {
  formatDuration,
  formatCompactCount,
  formatCount,
  formatDateTime,
  formatTurnProgress,
  formatScore,
  formatTimeAgo,
} from "#web/lib/format.ts";

const NOW = Date.parse("2026-03-14T12:00:00.000Z");
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe("the format functions", () => {
  test.each([
    [0, "just now"],
    [59 * SECOND, "just now"],
    [60 * SECOND, "1 minute ago"],
    [59 * 60 * SECOND, "59 minutes ago"],
    [HOUR, "1 hour ago"],
    [23 * HOUR, "23 hours ago"],
    [DAY, "yesterday"],
    [6 * DAY, "6 days ago"],
    [7 * DAY, "last week"],
    [20 * DAY, "2 weeks ago"],
    [31 * DAY, "last month"],
    [300 * DAY, "9 months ago"],
    [366 * DAY, "last year"],
    [1000 * DAY, "2 years ago"],
    [-HOUR, "just now"],
  ])("write %d ms ago as '%s'", (ms, words) => {
    expect(formatTimeAgo(new Date(NOW - ms).toISOString(), NOW)).toBe(words);
  });

  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1K"],
    [1204, "1.2K"],
    [2_500_000, "2.5M"],
  ])("write %d votes as %s", (count, text) => {
    expect(formatCompactCount(count)).toBe(text);
  });

  test("write small numbers without toLocaleString", () => {
    const toLocaleString = jest.spyOn(Number.prototype, "toLocaleString");
    expect([formatCompactCount(999), formatCount(999, "vote")]).toEqual(["999", "999 votes"]);
    expect(toLocaleString).not.toHaveBeenCalled();
    toLocaleString.mockRestore();
  });

  test("write the exact time in the reader's time zone", () => {
    const instant = new Date(2025, 5, 1, 14).toISOString();
    expect(formatDateTime(instant, "en").replace(/\s/g, " ")).toBe("Jun 1, 2025, 2:00:00 PM");
    expect(formatDateTime(instant, "de")).toBe("01.06.2025, 14:00:00");
  });

  test("write the progress of a debate, also before its first turn", () => {
    expect([0, 1, 10].map((turn) => formatTurnProgress(turn, 10))).toEqual([
      "10 turns",
      "Turn 1 of 10",
      "Turn 10 of 10",
    ]);
  });

  test("write a count with a noun in singular or plural", () => {
    expect(formatCount(0, "vote")).toBe("0 votes");
    expect(formatCount(1, "vote")).toBe("1 vote");
    expect(formatCount(1200, "debate")).toBe("1,200 debates");
  });

  test("write scores with one decimal and durations with two digits for seconds", () => {
    expect([formatScore(7), formatScore(7.25), formatScore(null)]).toEqual(["7.0", "7.3", "–"]);
    expect([formatDuration(0), formatDuration(72.4), formatDuration(600)]).toEqual([
      "0:00",
      "1:12",
      "10:00",
    ]);
  });
});
