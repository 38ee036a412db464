import { splitAtKnownVerb } from "../grammar/clauses.ts";
import { isPlural } from "../grammar/english.ts";
import { findBaseForm } from "../grammar/verbs.ts";
import { PREPOSITIONS } from "../grammar/word-lists.ts";
import { createClaim } from "./create-claim.ts";
import type { Motion } from "./motion.ts";

/** Parses statements such as "pineapple belongs on pizza" and "dogs make better friends". */
export const parsePlainClaim = (clause: string): Motion | null => {
  const words = clause.split(" ");
  const at = words.findIndex((word, i) => i > 0 && findBaseForm(word.toLowerCase()) !== undefined);
  const base = findBaseForm(words[at]?.toLowerCase() ?? "");
  const before = words[at - 1]?.toLowerCase() ?? "";
  const isVerb = at > 0 && at < words.length - 1 && !PREPOSITIONS.has(before);
  const subject = words.slice(0, at).join(" ");
  if (base !== undefined && isVerb && !isPlural(subject)) {
    const rest = words.slice(at + 1).join(" ");
    return createClaim({
      statement: clause,
      denial: `${subject} does not ${base} ${rest}`,
      about: subject,
    });
  }
  const split = splitAtKnownVerb(clause);
  if (split === null || !isPlural(split.subject)) return null;
  return createClaim({
    statement: clause,
    denial: `${split.subject} do not ${split.rest}`,
    about: split.subject,
    plural: true,
  });
};
