import {
  leadingNoun,
  splitAtKnownVerb,
  splitAtParticiple,
  splitAtPredicate,
  splitAtVerb,
  type Split,
} from "../grammar/clauses.ts";
import { gerund, isPlural } from "../grammar/english.ts";
import { PREPOSITIONS, VERBS } from "../grammar/words.ts";
import { sayable, type Motion } from "./motion-shape.ts";

const NEGATED: Readonly<Record<string, string>> = { can: "cannot" };
const negated = (auxiliary: string): string =>
  NEGATED[auxiliary] ?? (auxiliary === "" ? "" : `${auxiliary} not`);

/** "is … still worth it" is denied as "is no longer worth it". */
const denied = (auxiliary: string, rest: string): string =>
  /^still\b/.test(rest)
    ? `${auxiliary} no longer${rest.slice("still".length)}`
    : `${negated(auxiliary)} ${rest}`;

/** Whether a verb says that its subject is plural; undefined when it does not say. */
const numberOf = (verb: string): boolean | undefined => {
  if (["are", "do", "have", "were"].includes(verb)) return true;
  return ["is", "does", "has", "was"].includes(verb) ? false : undefined;
};

interface ClaimParts {
  statement: string;
  denial: string;
  about: string;
  plural?: boolean | undefined;
}

const claim = ({ statement, denial, about, plural }: ClaimParts): Motion => {
  const focus = sayable(about, "the subject");
  return {
    kind: "claim",
    statement,
    denial,
    act: `believing that ${statement}`,
    focus: { text: focus, plural: focus === about && (plural ?? isPlural(about)) },
    restricts: false,
    pair: null,
  };
};

/** buy → buys, teach → teaches, carry → carries. */
const thirdPerson = (verb: string): string => {
  if (verb === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

const conjugated = (phrase: string): string => {
  const [verb = "", ...tail] = phrase.split(" ");
  return [thirdPerson(verb), ...tail].join(" ");
};

/** "is social media harmful", "does money buy happiness", "can machines think". */
const fromQuestion = (auxiliary: string, { subject, rest }: Split): Motion => {
  const plain = { do: rest, does: conjugated(rest) }[auxiliary] ?? `${auxiliary} ${rest}`;
  return claim({
    statement: `${subject} ${plain}`,
    denial: `${subject} ${denied(auxiliary, rest)}`,
    about: subject,
    plural: numberOf(auxiliary) ?? isPlural(subject),
  });
};

/** "is it wrong to eat meat": about eating meat. */
const fromJudgement = (quality: string, deed: string): Motion => {
  const [verb = "", ...tail] = deed.split(" ");
  return claim({
    statement: `it is ${quality} to ${deed}`,
    denial: `it is not ${quality} to ${deed}`,
    about: [gerund(verb), ...tail].join(" "),
    plural: false,
  });
};

/** "is there life on Mars". */
const fromExistence = (verb: string, thing: string): Motion =>
  claim({
    statement: `there ${verb} ${thing}`,
    denial: `there ${verb} no ${thing.replace(/^(?:an?|any)\s+/i, "")}`,
    about: leadingNoun(thing.replace(/^(?:an?|any)\s+/i, "")),
    plural: verb === "are",
  });

const QUESTION = /^(is|are|was|were|can|could|will|would|do|does|did|has|have)\s+(.+)$/i;

/** How the subject of a question is found; after other auxiliaries it ends at the verb. */
const SPLITS: Readonly<Record<string, (clause: string) => Split | null>> = {
  is: splitAtPredicate,
  are: splitAtPredicate,
  was: splitAtPredicate,
  were: splitAtPredicate,
  has: splitAtParticiple,
  have: splitAtParticiple,
};

const asked = (clause: string): Motion | null => {
  const [, first, rest] = QUESTION.exec(clause) ?? [];
  if (first === undefined || rest === undefined || /^you\b/i.test(rest)) return null;
  const auxiliary = first.toLowerCase();
  const [, quality, deed] = /^it (?:ever )?(.+?) (?:for \w+ )?to (.+)$/i.exec(rest) ?? [];
  if (quality !== undefined && deed !== undefined) return fromJudgement(quality, deed);
  const [, thing] = /^there (.+)$/i.exec(rest) ?? [];
  if (thing !== undefined) return fromExistence(auxiliary, thing);
  const split = SPLITS[auxiliary]?.(rest) ?? splitAtVerb(rest);
  return split === null ? null : fromQuestion(auxiliary, split);
};

const FINITE =
  /^(.{2,90}?)\s+(is|are|was|were|can|could|will|would|has|have|does|do|did)(\s+not|n't|n’t|not)?\s+(.+)$/i;

const stated = (clause: string): Motion | null => {
  if (/^(?:what|why|how|who|when|where|which|whether|if)\b/i.test(clause)) return null;
  const [, subject, auxiliary, not, rest] = FINITE.exec(clause) ?? [];
  if (subject !== undefined && auxiliary !== undefined && rest !== undefined) {
    const verb = auxiliary.toLowerCase();
    const isMainVerb = ["do", "does", "did"].includes(verb) && not === undefined;
    const yes = `${subject} ${verb} ${rest}`;
    const no = isMainVerb
      ? `${subject} ${verb} not do ${rest}`
      : `${subject} ${denied(verb, rest)}`;
    const [statement, denial] = not === undefined ? [yes, no] : [no, yes];
    return claim({ statement, denial, about: subject, plural: numberOf(verb) });
  }
  return withPlainVerb(clause);
};

const baseOf = (verb: string): string | undefined =>
  [verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")].find(
    (base) => base !== verb && VERBS.has(base),
  );

/** "pineapple belongs on pizza", "dogs make better friends". */
const withPlainVerb = (clause: string): Motion | null => {
  const words = clause.split(" ");
  const at = words.findIndex((word, i) => i > 0 && baseOf(word.toLowerCase()) !== undefined);
  const base = baseOf(words[at]?.toLowerCase() ?? "");
  const before = words[at - 1]?.toLowerCase() ?? "";
  const isVerb = at > 0 && at < words.length - 1 && !PREPOSITIONS.has(before);
  const subject = words.slice(0, at).join(" ");
  if (base !== undefined && isVerb && !isPlural(subject)) {
    const rest = words.slice(at + 1).join(" ");
    return claim({
      statement: clause,
      denial: `${subject} does not ${base} ${rest}`,
      about: subject,
    });
  }
  const split = splitAtKnownVerb(clause);
  if (split === null || !isPlural(split.subject)) return null;
  return claim({
    statement: clause,
    denial: `${split.subject} do not ${split.rest}`,
    about: split.subject,
    plural: true,
  });
};

/** What says by itself that something is so, or asks whether it is. */
export const asClaim = (clause: string): Motion | null => asked(clause) ?? stated(clause);

const MOST_WORDS_OF_A_THING = 6;
const LATIN = /^[\p{Script=Latin}\d\s'’&.,/-]+$/u;

/** A bare thing, "homework": whether it does more good than harm. */
export const asVerdictOn = (clause: string): Motion | null => {
  const isThing =
    clause.split(" ").length <= MOST_WORDS_OF_A_THING &&
    LATIN.test(clause) &&
    !QUESTION.test(clause) &&
    !/^(?:what|why|how|who|when|where|which|should|must)\b/i.test(clause);
  if (!isThing) return null;
  const plural = isPlural(clause);
  const verb = plural ? "do" : "does";
  return claim({
    statement: `${clause} ${verb} more good than harm`,
    denial: `${clause} ${verb} more harm than good`,
    about: clause,
    plural,
  });
};

/** What cannot be taken apart, in its own words. */
export const asQuoted = (topic: string, isQuestion: boolean): Motion =>
  claim(
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
