import {
  getLeadingNoun,
  splitAtParticiple,
  splitAtPredicate,
  splitAtVerb,
  type SplitClause,
} from "../grammar/clauses.ts";
import { toGerund, isPlural } from "../grammar/english.ts";
import { conjugate } from "../grammar/verbs.ts";
import { createClaim } from "./create-claim.ts";
import type { Motion } from "./motion.ts";
import { parsePlainClaim } from "./parse-plain-claim.ts";

const IRREGULAR_NEGATIONS: Readonly<Record<string, string>> = { can: "cannot" };
const negateAuxiliary = (auxiliary: string): string =>
  IRREGULAR_NEGATIONS[auxiliary] ?? (auxiliary === "" ? "" : `${auxiliary} not`);

/** Negates a predicate: "is still worth it" becomes "is no longer worth it". */
const negatePredicate = (auxiliary: string, rest: string): string =>
  /^still\b/.test(rest)
    ? `${auxiliary} no longer${rest.slice("still".length)}`
    : `${negateAuxiliary(auxiliary)} ${rest}`;

/** Returns whether a verb form is plural; undefined if it can be both. */
const detectPlural = (verb: string): boolean | undefined => {
  if (["are", "do", "have", "were"].includes(verb)) return true;
  return ["is", "does", "has", "was"].includes(verb) ? false : undefined;
};

/**
 * Creates the motion for questions such as "is social media harmful", "does money buy happiness"
 * and "can machines think".
 */
const fromQuestion = (auxiliary: string, { subject, rest }: SplitClause): Motion => {
  const predicate = { do: rest, does: conjugate(rest) }[auxiliary] ?? `${auxiliary} ${rest}`;
  return createClaim({
    statement: `${subject} ${predicate}`,
    denial: `${subject} ${negatePredicate(auxiliary, rest)}`,
    about: subject,
    plural: detectPlural(auxiliary) ?? isPlural(subject),
  });
};

/**
 * Creates the motion for a question such as "is it wrong to eat meat". The motion is then about
 * "eating meat".
 */
const fromJudgement = (quality: string, action: string): Motion => {
  const [verb = "", ...tail] = action.split(" ");
  return createClaim({
    statement: `it is ${quality} to ${action}`,
    denial: `it is not ${quality} to ${action}`,
    about: [toGerund(verb), ...tail].join(" "),
    plural: false,
  });
};

/** Creates the motion for a question such as "is there life on Mars". */
const fromExistence = (verb: string, thing: string): Motion =>
  createClaim({
    statement: `there ${verb} ${thing}`,
    denial: `there ${verb} no ${thing.replace(/^(?:an?|any)\s+/i, "")}`,
    about: getLeadingNoun(thing.replace(/^(?:an?|any)\s+/i, "")),
    plural: verb === "are",
  });

const QUESTION_PATTERN = /^(is|are|was|were|can|could|will|would|do|does|did|has|have)\s+(.+)$/i;

/**
 * Functions that find the end of the subject, by the question's auxiliary. After any other
 * auxiliary the subject ends at the verb.
 */
const SPLIT_BY_AUXILIARY: Readonly<Record<string, (clause: string) => SplitClause | null>> = {
  is: splitAtPredicate,
  are: splitAtPredicate,
  was: splitAtPredicate,
  were: splitAtPredicate,
  has: splitAtParticiple,
  have: splitAtParticiple,
};

const parseQuestion = (clause: string): Motion | null => {
  const [, first, rest] = QUESTION_PATTERN.exec(clause) ?? [];
  if (first === undefined || rest === undefined || /^you\b/i.test(rest)) return null;
  const auxiliary = first.toLowerCase();
  const [, quality, action] = /^it (?:ever )?(.+?) (?:for \w+ )?to (.+)$/i.exec(rest) ?? [];
  if (quality !== undefined && action !== undefined) return fromJudgement(quality, action);
  const [, thing] = /^there (.+)$/i.exec(rest) ?? [];
  if (thing !== undefined) return fromExistence(auxiliary, thing);
  const split = SPLIT_BY_AUXILIARY[auxiliary]?.(rest) ?? splitAtVerb(rest);
  return split === null ? null : fromQuestion(auxiliary, split);
};

const STATEMENT_PATTERN =
  /^(.{2,90}?)\s+(is|are|was|were|can|could|will|would|has|have|does|do|did)(\s+not|n't|n’t|not)?\s+(.+)$/i;

const parseStatement = (clause: string): Motion | null => {
  if (/^(?:what|why|how|who|when|where|which|whether|if)\b/i.test(clause)) return null;
  const [, subject, auxiliary, not, rest] = STATEMENT_PATTERN.exec(clause) ?? [];
  if (subject !== undefined && auxiliary !== undefined && rest !== undefined) {
    const verb = auxiliary.toLowerCase();
    const isMainVerb = ["do", "does", "did"].includes(verb) && not === undefined;
    const affirmative = `${subject} ${verb} ${rest}`;
    const negative = isMainVerb
      ? `${subject} ${verb} not do ${rest}`
      : `${subject} ${negatePredicate(verb, rest)}`;
    const [statement, denial] =
      not === undefined ? [affirmative, negative] : [negative, affirmative];
    return createClaim({ statement, denial, about: subject, plural: detectPlural(verb) });
  }
  return parsePlainClaim(clause);
};

/** Parses a statement of a fact, or a yes/no question about one. */
export const parseClaim = (clause: string): Motion | null =>
  parseQuestion(clause) ?? parseStatement(clause);
