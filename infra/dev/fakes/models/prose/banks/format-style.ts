import type { Format } from "#shared/domain/debates/debate.ts";

export interface LinesBySide {
  for: readonly string[];
  against: readonly string[];
}

/**
 * How speakers talk in a debate format. Lines are templates: `{quote}` is a phrase of the other
 * side's last turn, `{them}` is the format's name for the other side. In `takeUps`, `bridges` and
 * `lastLines` the first half is for the For side, which is warm, the second for the Against side,
 * which is dry. There are enough lines for twenty turns without repetition.
 */
export interface FormatStyle {
  names: { for: string; against: string };
  /** Ids of preferred themes, separated by spaces. */
  favourites: string;
  openings: LinesBySide;
  /** Lines that announce two later points by their themes `{label1}` and `{label2}`. */
  previews: readonly string[];
  /** Lines that respond to the other side's words. */
  takeUps: readonly string[];
  /** Lines that lead from the response to the speaker's own argument on the theme `{label}`. */
  bridges: readonly string[];
  /** Whether every speech needs a bridge. If false, a sentence about the topic may replace it. */
  keepsBridges: boolean;
  /** Last lines of an opening or a rebuttal. */
  lastLines: readonly string[];
  closings: LinesBySide;
  /** Lines that sum up the arguments `{recap1}`, `{recap2}` and `{recap3}`. */
  summaries: LinesBySide;
  appeals: LinesBySide;
}

export type FormatStyles = Readonly<Partial<Record<Format, FormatStyle>>>;
