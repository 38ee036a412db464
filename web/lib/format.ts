const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 1204 → 1.2K */
export const compactCount = (count: number): string => COMPACT.format(count);

/** A number with the word for what it counts: '1 debate', '1,200 debates'. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

/** A side's mean with its one decimal; a dash where there is none. */
export const scoreText = (score: number | null): string => score?.toFixed(1) ?? "–";

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** Each unit in seconds, the longest first. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long before `now`, in milliseconds, an instant was: '3 days ago'. */
export const timeAgo = (instant: string, now = Date.now()): string => {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["minute", Infinity];
  return length === Infinity ? "just now" : RELATIVE.format(-Math.floor(seconds / length), unit);
};

/** The exact time, in the reader's own zone: 'Jun 1, 2025, 2:00:00 PM'. */
export const dateAndTime = (instant: string): string =>
  new Date(instant).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });

/** 72.4 seconds → 1:12 */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
