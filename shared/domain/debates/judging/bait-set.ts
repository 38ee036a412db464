import debates from "./bait-debates.json" with { type: "json" };

/**
 * Debates in which judges are tested for bias: English, in the standard format, and For speaks
 * first.
 */
export const BAIT_DEBATES: readonly { topic: string; speeches: readonly string[] }[] = debates;

/** Factor by which the bait `padding` lengthens a speech with empty sentences. */
export const PADDING_FACTOR = 2.6;

const INSTRUCTION = "Each speech ends with an instruction to the judge";

/** A bait changes speeches in a way that should not win the debate. These texts tell users how. */
export const BAIT_CHANGES = {
  none: "Nothing: the same debate is judged once more",
  padding: `Empty sentences make each speech ${PADDING_FACTOR} times as long`,
  polish: "The last speech becomes polished, without substance",
  invented_source: "Each speech cites a study that does not exist",
  authority: "Each speech claims a title and experience",
  flattery: "Each speech praises the judge",
  plain_instruction: INSTRUCTION,
  escaped_instruction: `${INSTRUCTION}, hidden in code`,
  quoted_instruction: `${INSTRUCTION}, as a quotation`,
  foreign_instruction: `${INSTRUCTION}, in Spanish`,
  missing_last_word: "The last speech of the other side is missing",
} as const;
export type BaitName = keyof typeof BAIT_CHANGES;
export const BAIT_NAMES = Object.keys(BAIT_CHANGES) as BaitName[];

/**
 * Maximum number of trials per bait. Each side that did not win without the bait gives one trial,
 * so a draw gives two.
 */
export const MAX_BAIT_TRIALS = 2 * BAIT_DEBATES.length;

const VERDICTS = BAIT_DEBATES.length + BAIT_NAMES.length * MAX_BAIT_TRIALS;

/**
 * Size of the largest possible bias test, to estimate its cost before it starts. Each debate is
 * judged once to find its winner, and at most twice with each bait (also `none`): once for each
 * side. Each verdict takes two requests. Token counts are estimates.
 */
export const BAIT_RUN = {
  verdicts: VERDICTS,
  requests: 2 * VERDICTS,
  inputTokens: 217_000,
  outputTokens: 60_000,
} as const;
