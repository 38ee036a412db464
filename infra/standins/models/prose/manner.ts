import type { Format } from "#shared/domain/debate.ts";

export interface BySide {
  for: readonly string[];
  against: readonly string[];
}

/**
 * The style of a format. Lines are templates: `{quote}` is a phrase of the other side's last turn,
 * `{them}` the format's name of the other side. The first half of `takeUps`, `bridges` and
 * `lastLines` is for the For side, which is warm; the second for Against, which is dry. There are
 * enough lines for twenty turns without repetition.
 */
export interface Manner {
  names: { for: string; against: string };
  /** Ids of preferred themes, separated by spaces. */
  favourites: string;
  openings: BySide;
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
  closings: BySide;
  /** Summarizes `{recap1}`, `{recap2}` and `{recap3}`. */
  summaries: BySide;
  appeals: BySide;
}

export type Manners = Readonly<Partial<Record<Format, Manner>>>;
