/** Formats small numbers without `Intl`, whose first use takes as long as rendering the page. */
const formatInteger = (count: number, options?: Intl.NumberFormatOptions): string =>
  count < 1000 ? String(count) : count.toLocaleString("en", options);

/** 1204 → "1.2K" */
export const formatCompactCount = (count: number): string =>
  formatInteger(count, { notation: "compact", maximumFractionDigits: 1 });

/** "1 debate", "1,200 debates" */
export const formatCount = (count: number, singular: string): string =>
  `${formatInteger(count)} ${count === 1 ? singular : `${singular}s`}`;

/** "Turn 3 of 10"; "10 turns" before the first one. */
export const formatTurnProgress = (turn: number, maxTurns: number): string =>
  turn === 0 ? formatCount(maxTurns, "turn") : `Turn ${turn} of ${maxTurns}`;

/** One decimal; a dash if there is no score. */
export const formatScore = (score: number | null): string => score?.toFixed(1) ?? "–";

/** Units from long to short: name, length in seconds, and text for exactly one. */
const TIME_UNITS = [
  ["year", 31_557_600, "last year"],
  ["month", 2_629_800, "last month"],
  ["week", 604_800, "last week"],
  ["day", 86_400, "yesterday"],
  ["hour", 3600, "1 hour ago"],
  ["minute", 60, "1 minute ago"],
] as const;

/** "3 days ago". `now` is a timestamp in milliseconds. */
export const formatTimeAgo = (instant: string, now = Date.now()): string => {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  const unit = TIME_UNITS.find(([, length]) => seconds >= length);
  if (!unit) return "just now";
  const [name, length, singular] = unit;
  const count = Math.floor(seconds / length);
  return count === 1 ? singular : `${count} ${name}s ago`;
};

/** "Jun 1, 2025, 2:00:00 PM" in the reader's time zone, as the browser's language writes it. */
export const formatDateTime = (instant: string, locale?: string): string =>
  new Date(instant).toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" });

/** 72.4 seconds → "1:12" */
export const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const USD_FORMAT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 599 cents → "$5.99" */
export const formatDollars = (cents: number): string => USD_FORMAT.format(cents / 100);
