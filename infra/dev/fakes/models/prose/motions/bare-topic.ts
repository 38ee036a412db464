import { isPlural } from "../grammar/english.ts";
import { createClaim } from "./create-claim.ts";
import type { Motion } from "./motion.ts";

const MAX_BARE_TOPIC_WORDS = 6;
const LATIN_TEXT_PATTERN = /^[\p{Script=Latin}\d\s'’&.,/-]+$/u;

/**
 * Turns a noun such as "homework" into the claim that it does more good than harm. Returns null for
 * other topics.
 */
export const parseBareTopic = (clause: string): Motion | null => {
  const isThing =
    clause.split(" ").length <= MAX_BARE_TOPIC_WORDS &&
    LATIN_TEXT_PATTERN.test(clause) &&
    !/^(?:what|why|how|who|when|where|which|should|must|is|are|was|were|can|could|will|would|do|does|did|has|have)\b/i.test(
      clause,
    );
  if (!isThing) return null;
  const plural = isPlural(clause);
  const verb = plural ? "do" : "does";
  return createClaim({
    statement: `${clause} ${verb} more good than harm`,
    denial: `${clause} ${verb} more harm than good`,
    about: clause,
    plural,
  });
};

export const quoteTopic = (topic: string, isQuestion: boolean): Motion =>
  createClaim(
    isQuestion
      ? {
          statement: `the question “${topic}?” has a good answer`,
          denial: `the question “${topic}?” has no good answer`,
          about: "the question",
        }
      : {
          statement: `“${topic}” is right`,
          denial: `“${topic}” is not right`,
          about: "the idea",
        },
  );
