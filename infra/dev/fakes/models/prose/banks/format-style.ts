import type { Format } from "#shared/domain/debates/debate.ts";

export interface LinesBySide {
  for: readonly string[];
  against: readonly string[];
}

/**
 * The style of a format. Lines are templates: `{quote}` is a phrase of the other side's last turn,
 * `{them}` the format's name of the other side. The first half of `takeUps`, `bridges` and
 * `lastLines` is for the For side, which is warm; the second for Against, which is dry. There are
 * enough lines for twenty turns without repetition.
 */
export interface FormatStyle {
  names: { for: string; against: string };
  /** Ids of preferred themes, separated by spaces. */
  favourites: string;
  openings: LinesBySide;
  /** Announces two later points by their themes `{label1}` and `{label2}`. */
  previews: readonly string[];
  /** Responds to the other side's words. */
  takeUps: readonly string[];
  /** Leads from the response to the own case; `{label}` is its theme. */
  bridges: readonly string[];
  /** Whether bridges are essential and never replaced by a sentence about the topic. */
  keepsBridges: boolean;
  /** Last line of an opening or a rebuttal. */
  lastLines: readonly string[];
  closings: LinesBySide;
  /** Summarizes `{recap1}`, `{recap2}` and `{recap3}`. */
  summaries: LinesBySide;
  appeals: LinesBySide;
}

export type FormatStyles = Readonly<Partial<Record<Format, FormatStyle>>>;
