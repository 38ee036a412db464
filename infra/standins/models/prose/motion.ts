import { uncapitalised } from "./grammar/english.ts";
import { asQuoted, asVerdictOn } from "./motions/bare-topic.ts";
import { asClaim } from "./motions/claim.ts";
import { asComparison } from "./motions/comparison.ts";
import type { Motion } from "./motions/motion-shape.ts";
import { asImperative, asProposal } from "./motions/proposal.ts";

export type { Motion };

const PREAMBLE =
  /^(?:(?:motion|debate|topic|question)\s*:|resolved\s*[:,]?(?:\s+that)?|this house believes(?:\s+that)?|thbt|is it true that|do you (?:think|believe|agree)(?:\s+that)?|(?:i|we) (?:think|believe)(?:\s+that)?)\s+/i;

/** Normalizes a topic: removes preamble, quotes, capitals and final punctuation. */
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
 * Parses a topic as users type it into phrases for whole sentences: the motion as a clause, its
 * negation, and its subject. A topic that cannot be parsed is quoted.
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
