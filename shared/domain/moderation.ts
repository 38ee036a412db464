import type { Format } from "./debates/debate.ts";
import { isAdmin, type Viewer } from "./accounts/viewer.ts";

/** Scores from 0 to 1 per category, with the vendor's names. */
export type CategoryScores = Readonly<Record<string, number>>;

/**
 * Score from which a text is flagged. Debates about war, crime and religion must pass, so
 * categories that a mere mention triggers have high thresholds. Calls for harm and content about
 * children have low ones.
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

/** A roast insults the other bot, which is no person, so insults are allowed. */
const ROAST_THRESHOLDS: CategoryScores = {
  ...THRESHOLDS,
  harassment: Infinity,
  "harassment/threatening": 0.9,
  violence: 0.97,
};

/** Threshold for categories that the vendor adds later. */
const UNKNOWN_THRESHOLD = 0.9;

export const isKnownCategory = (category: string): boolean => Object.hasOwn(THRESHOLDS, category);

/** The flagged categories of a text in this format, sorted; empty if it may be shown. */
export const findFlaggedCategories = (scores: CategoryScores, format: Format): string[] => {
  const thresholds = format === "roast" ? ROAST_THRESHOLDS : THRESHOLDS;
  return Object.entries(scores)
    .filter(([category, score]) => score >= (thresholds[category] ?? UNKNOWN_THRESHOLD))
    .map(([category]) => category)
    .toSorted();
};

const REFUSAL_PHRASES: Record<string, string> = {
  harassment: "harasses people",
  hate: "spreads hatred",
  illicit: "asks for something illegal",
  "self-harm": "encourages self-harm",
  sexual: "is sexual",
  violence: "calls for violence",
};

export const describeRefusal = (categories: readonly string[]): string => {
  const phrases = new Set(
    categories.map(
      (category) => REFUSAL_PHRASES[category.split("/")[0] ?? ""] ?? "may hurt someone",
    ),
  );
  return `We don’t host this topic because it ${[...phrases].join(" and ")}. Your credit is back.`;
};

export const REPORT_REASONS = [
  "hate",
  "harassment",
  "violence",
  "sexual",
  "something_else",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABEL = {
  hate: "Hate against a group of people",
  harassment: "Harassment of a real person",
  violence: "Violence, or instructions for harm",
  sexual: "Sexual content",
  something_else: "Something else",
} as const satisfies Record<ReportReason, string>;

export const REPORT_DETAILS_MAX = 500;

/** Decisions on a review. After `keep`, reports do not unlist the debate any more. */
export const REVIEW_DECISIONS = ["keep", "unlist"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Only admins can see hidden turns, because they review them. */
export const canSeeHidden = (viewer: Viewer): boolean => isAdmin(viewer);
