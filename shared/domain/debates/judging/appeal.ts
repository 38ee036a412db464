/** What a viewer can say is wrong with a verdict. */
export const APPEAL_GROUNDS = [
  "ignored_argument",
  "misquoted",
  "length_or_style",
  "followed_instruction",
  "contradicts_scores",
] as const;
export type AppealGround = (typeof APPEAL_GROUNDS)[number];

export const APPEAL_GROUND_LABEL = {
  ignored_argument: "It ignored an argument",
  misquoted: "It misquoted a debater",
  length_or_style: "It favoured length or style",
  followed_instruction: "It followed an instruction in a speech",
  contradicts_scores: "It contradicts its own scores",
} as const satisfies Record<AppealGround, string>;

/** Limits of the viewer's reason and of the admin's, in characters. */
export const APPEAL_REASON_MIN = 20;
export const APPEAL_REASON_MAX = 500;

/** How an admin decides. The verdict itself never changes. */
export const APPEAL_DECISIONS = ["upheld", "rejected"] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];

/** How long after a verdict users can appeal against it. */
export const APPEAL_HOURS = 72;

/** When the time for appeals against a verdict ends. */
export const getAppealDeadline = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + APPEAL_HOURS * 3_600_000);
