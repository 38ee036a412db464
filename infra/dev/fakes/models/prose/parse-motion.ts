import { uncapitalize } from "./grammar/english.ts";
import { quoteTopic, parseBareTopic } from "./motions/bare-topic.ts";
import { parseClaim } from "./motions/parse-claim.ts";
import { parseComparison } from "./motions/parse-comparison.ts";
import type { Motion } from "./motions/motion.ts";
import { parseImperative, parseProposal } from "./motions/parse-proposal.ts";

export type { Motion };

const PREAMBLE_PATTERN =
  /^(?:(?:motion|debate|topic|question)\s*:|resolved\s*[:,]?(?:\s+that)?|this house believes(?:\s+that)?|thbt|is it true that|do you (?:think|believe|agree)(?:\s+that)?|(?:i|we) (?:think|believe)(?:\s+that)?)\s+/i;

/** Normalizes a topic: removes preamble, quotes, capitals and final punctuation. */
const normalizeTopic = (topic: string): string => {
  const text = topic
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["“”'*_]+|["“”'*_]+$/g, "")
    .replace(PREAMBLE_PATTERN, "")
    .replace(/^(?:this house would|thw)\s+/i, "we should ")
    .replace(/[\s.?!…]+$/, "")
    .replace(/'/g, "’");
  return /\p{Ll}/u.test(text) || text.length < 9 ? text : text.toLowerCase();
};

/**
 * Parses a topic, as users type it, into phrases for sentences: the motion as a clause, its
 * negation and its subject. A topic that cannot be parsed is quoted in full.
 */
export const parseMotion = (topic: string): Motion => {
  const text = normalizeTopic(topic);
  const clause = uncapitalize(text);
  return (
    parseComparison(clause) ??
    parseProposal(clause) ??
    parseClaim(clause) ??
    parseImperative(clause) ??
    parseBareTopic(clause) ??
    quoteTopic(text, topic.trim().endsWith("?"))
  );
};
