import { splitAtKnownVerb } from "../grammar/clauses.ts";
import { isPlural } from "../grammar/english.ts";
import { baseOf } from "../grammar/verbs.ts";
import { PREPOSITIONS } from "../grammar/words.ts";
import { claimOf } from "./claim-of.ts";
import type { Motion } from "./motion-shape.ts";

/** "pineapple belongs on pizza", "dogs make better friends". */
export const withPlainVerb = (clause: string): Motion | null => {
  const words = clause.split(" ");
  const at = words.findIndex((word, i) => i > 0 && baseOf(word.toLowerCase()) !== undefined);
  const base = baseOf(words[at]?.toLowerCase() ?? "");
  const before = words[at - 1]?.toLowerCase() ?? "";
  const isVerb = at > 0 && at < words.length - 1 && !PREPOSITIONS.has(before);
  const subject = words.slice(0, at).join(" ");
  if (base !== undefined && isVerb && !isPlural(subject)) {
    const rest = words.slice(at + 1).join(" ");
    return claimOf({
      statement: clause,
      denial: `${subject} does not ${base} ${rest}`,
      about: subject,
    });
  }
  const split = splitAtKnownVerb(clause);
  if (split === null || !isPlural(split.subject)) return null;
  return claimOf({
    statement: clause,
    denial: `${split.subject} do not ${split.rest}`,
    about: split.subject,
    plural: true,
  });
};
