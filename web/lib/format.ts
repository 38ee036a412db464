/** The first use of `Intl` takes as long as the rest of a page: what is seen first does without. */
const written = (count: number, options?: Intl.NumberFormatOptions): string =>
  count < 1000 ? String(count) : count.toLocaleString("en", options);

/** 1204 → 1.2K */
export const compactCount = (count: number): string =>
  written(count, { notation: "compact", maximumFractionDigits: 1 });

/** A number with the word for what it counts: '1 debate', '1,200 debates'. */
export const counted = (count: number, one: string): string =>
  `${written(count)} ${count === 1 ? one : `${one}s`}`;

/** How far a debate is: 'Turn 3 of 10'; '10 turns' before the first. */
export const progressText = (turn: number, maxTurns: number): string =>
  turn === 0 ? counted(maxTurns, "turn") : `Turn ${turn} of ${maxTurns}`;

/** A side's mean with its one decimal; a dash where there is none. */
export const scoreText = (score: number | null): string => score?.toFixed(1) ?? "–";

/** Each unit in seconds, the longest first, and what one of it is called. */
const UNITS = [
  ["year", 31_557_600, "last year"],
  ["month", 2_629_800, "last month"],
  ["week", 604_800, "last week"],
  ["day", 86_400, "yesterday"],
  ["hour", 3600, "1 hour ago"],
  ["minute", 60, "1 minute ago"],
] as const;

/** How long before `now`, in milliseconds, an instant was: '3 days ago'. */
export const timeAgo = (instant: string, now = Date.now()): string => {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (!unit) return "just now";
  const [name, length, one] = unit;
  const count = Math.floor(seconds / length);
  return count === 1 ? one : `${count} ${name}s ago`;
};

/** The exact time, in the reader's own zone: 'Jun 1, 2025, 2:00:00 PM'. */
export const dateAndTime = (instant: string): string =>
  new Date(instant).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });

/** 72.4 seconds → 1:12 */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
