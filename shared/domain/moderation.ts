import type { Format } from "./debate.ts";
import { isAdmin, type Viewer } from "./viewer.ts";

/** How sure a moderation is that a text is of a category, 0 to 1, by the vendor's names. */
export type CategoryScores = Readonly<Record<string, number>>;

/**
 * From which score on a text is hidden. People debate war, crime and religion here, so what merely
 * speaks of them has to pass; what calls for them, or is about children, has not.
 */
const THRESHOLDS: CategoryScores = {
  harassment: 0.8,
  "harassment/threatening": 0.6,
  hate: 0.6,
  "hate/threatening": 0.4,
  illicit: 0.8,
  "illicit/violent": 0.6,
  "self-harm": 0.8,
  "self-harm/intent": 0.6,
  "self-harm/instructions": 0.4,
  sexual: 0.7,
  "sexual/minors": 0.15,
  violence: 0.9,
  "violence/graphic": 0.8,
};

/** A roast is a harsh attack on the other bot, which is nobody: insults are what it is for. */
const ROAST_THRESHOLDS: CategoryScores = {
  ...THRESHOLDS,
  harassment: Infinity,
  "harassment/threatening": 0.9,
  violence: 0.97,
};

/** For a category that the vendor has added since. */
const UNKNOWN_THRESHOLD = 0.9;

/** The categories for which a text of this format may not be seen; none: it may. */
export const flaggedCategories = (scores: CategoryScores, format: Format): string[] => {
  const thresholds = format === "roast" ? ROAST_THRESHOLDS : THRESHOLDS;
  return Object.entries(scores)
    .filter(([category, score]) => score >= (thresholds[category] ?? UNKNOWN_THRESHOLD))
    .map(([category]) => category)
    .toSorted();
};

/** What a topic seems to do, by the first part of a category. */
const DEEDS: Record<string, string> = {
  harassment: "harasses people",
  hate: "spreads hatred",
  illicit: "asks for something illegal",
  "self-harm": "encourages self-harm",
  sexual: "is sexual",
  violence: "calls for violence",
};

/** Why a topic is not debated, in a sentence for the one who wrote it. */
export const refusalOf = (categories: readonly string[]): string => {
  const deeds = new Set(
    categories.map((category) => DEEDS[category.split("/")[0] ?? ""] ?? "may hurt somebody"),
  );
  return `This topic is not debated here, because it ${[...deeds].join(" and ")}. Your credit was given back.`;
};

/** Why people report a debate. */
export const REPORT_REASONS = [
  "hate",
  "harassment",
  "violence",
  "sexual",
  "something_else",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABEL = {
  hate: "Hatred of people for who they are",
  harassment: "Harassment of a real person",
  violence: "Violence, or instructions for harm",
  sexual: "Sexual content",
  something_else: "Something else",
} as const satisfies Record<ReportReason, string>;

export const REPORT_DETAILS_MAX = 500;

/** What an admin decides: that it may be seen, which is final for reports, or may not. */
export const DECISIONS = ["keep", "unlist"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What is hidden is read by those who decide about it. */
export const maySeeHidden = (viewer: Viewer): boolean => isAdmin(viewer);
