import { uncapitalised } from "./grammar/english.ts";
import { asQuoted, asVerdictOn } from "./motions/bare-topic.ts";
import { asClaim } from "./motions/claim.ts";
import { asComparison } from "./motions/comparison.ts";
import type { Motion } from "./motions/motion-shape.ts";
import { asImperative, asProposal } from "./motions/proposal.ts";

export type { Motion };

/** How people introduce a motion; what follows is the motion. */
const PREAMBLE =
  /^(?:(?:motion|debate|topic|question)\s*:|resolved\s*[:,]?(?:\s+that)?|this house believes(?:\s+that)?|thbt|is it true that|do you (?:think|believe|agree)(?:\s+that)?|(?:i|we) (?:think|believe)(?:\s+that)?)\s+/i;

/** Without preamble, quotes, shouting and final stops, in single spaces. */
const bare = (topic: string): string => {
  const text = topic
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["“”'*_]+|["“”'*_]+$/g, "")
    .replace(PREAMBLE, "")
    .replace(/^(?:this house would|thw)\s+/i, "we should ")
    .replace(/[\s.?!…]+$/, "")
    .replace(/'/g, "’");
  return /\p{Ll}/u.test(text) || text.length < 9 ? text : text.toLowerCase();
};

/**
 * Reads a topic as people type it and returns what a speaker needs to talk about it in whole
 * sentences: the motion as a clause, its denial, and what it is about. What cannot be read is quoted.
 */
export const readMotion = (topic: string): Motion => {
  const text = bare(topic);
  const clause = uncapitalised(text);
  return (
    asComparison(clause) ??
    asProposal(clause) ??
    asClaim(clause) ??
    asImperative(clause) ??
    asVerdictOn(clause) ??
    asQuoted(text, topic.trim().endsWith("?"))
  );
};
