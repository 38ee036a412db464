import type { Format } from "#shared/domain/debate.ts";

/** The two sides' own versions of a line. */
export interface BySide {
  for: readonly string[];
  against: readonly string[];
}

/**
 * How a format sounds. Lines are templates; `{quote}` is a phrase of the other side's last turn,
 * `{them}` is the other side as the format calls it. Of `takeUps`, `bridges` and `lastLines` each
 * side has its half, the first is For's: For is warm and builds, Against is dry and takes apart. They
 * hold enough for twenty turns, so that no line comes twice.
 */
export interface Manner {
  /** How the format calls the sides. */
  names: { for: string; against: string };
  /** Themes, by their ids with a space between, that it likes to argue about. */
  favourites: string;
  openings: BySide;
  /** Announces two later points, by the names of their themes, `{label1}` and `{label2}`. */
  previews: readonly string[];
  /** Takes up the other side's words. */
  takeUps: readonly string[];
  /** From the answer to the speaker's own case; `{label}` names its theme. */
  bridges: readonly string[];
  /** Bridges belong to the format and are never left out for a sentence on the topic's world. */
  keepsBridges: boolean;
  /** Ends an opening or a rebuttal. */
  lastLines: readonly string[];
  closings: BySide;
  /** Gathers `{recap1}`, `{recap2}` and `{recap3}`. */
  summaries: BySide;
  appeals: BySide;
}

export type Manners = Readonly<Partial<Record<Format, Manner>>>;
