import { isPlural } from "../grammar/english.ts";
import { claimOf } from "./claim-of.ts";
import type { Motion } from "./motion-shape.ts";

const MOST_WORDS_OF_A_THING = 6;
const LATIN = /^[\p{Script=Latin}\d\s'’&.,/-]+$/u;

/** A bare noun such as "homework" becomes: it does more good than harm. */
export const asVerdictOn = (clause: string): Motion | null => {
  const isThing =
    clause.split(" ").length <= MOST_WORDS_OF_A_THING &&
    LATIN.test(clause) &&
    !/^(?:what|why|how|who|when|where|which|should|must|is|are|was|were|can|could|will|would|do|does|did|has|have)\b/i.test(
      clause,
    );
  if (!isThing) return null;
  const plural = isPlural(clause);
  const verb = plural ? "do" : "does";
  return claimOf({
    statement: `${clause} ${verb} more good than harm`,
    denial: `${clause} ${verb} more harm than good`,
    about: clause,
    plural,
  });
};

export const asQuoted = (topic: string, isQuestion: boolean): Motion =>
  claimOf(
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
