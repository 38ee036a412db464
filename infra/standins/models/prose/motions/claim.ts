import {
  leadingNoun,
  splitAtParticiple,
  splitAtPredicate,
  splitAtVerb,
  type Split,
} from "../grammar/clauses.ts";
import { gerund, isPlural } from "../grammar/english.ts";
import { conjugated } from "../grammar/verbs.ts";
import { claimOf } from "./claim-of.ts";
import type { Motion } from "./motion-shape.ts";
import { withPlainVerb } from "./plain-claim.ts";

const NEGATED: Readonly<Record<string, string>> = { can: "cannot" };
const negated = (auxiliary: string): string =>
  NEGATED[auxiliary] ?? (auxiliary === "" ? "" : `${auxiliary} not`);

/** "is still worth it" is negated as "is no longer worth it". */
const denied = (auxiliary: string, rest: string): string =>
  /^still\b/.test(rest)
    ? `${auxiliary} no longer${rest.slice("still".length)}`
    : `${negated(auxiliary)} ${rest}`;

/** Whether a verb form is plural; undefined if it can be both. */
const numberOf = (verb: string): boolean | undefined => {
  if (["are", "do", "have", "were"].includes(verb)) return true;
  return ["is", "does", "has", "was"].includes(verb) ? false : undefined;
};

/** "is social media harmful", "does money buy happiness", "can machines think". */
const fromQuestion = (auxiliary: string, { subject, rest }: Split): Motion => {
  const plain = { do: rest, does: conjugated(rest) }[auxiliary] ?? `${auxiliary} ${rest}`;
  return claimOf({
    statement: `${subject} ${plain}`,
    denial: `${subject} ${denied(auxiliary, rest)}`,
    about: subject,
    plural: numberOf(auxiliary) ?? isPlural(subject),
  });
};

/** "is it wrong to eat meat": about eating meat. */
const fromJudgement = (quality: string, deed: string): Motion => {
  const [verb = "", ...tail] = deed.split(" ");
  return claimOf({
    statement: `it is ${quality} to ${deed}`,
    denial: `it is not ${quality} to ${deed}`,
    about: [gerund(verb), ...tail].join(" "),
    plural: false,
  });
};

/** "is there life on Mars". */
const fromExistence = (verb: string, thing: string): Motion =>
  claimOf({
    statement: `there ${verb} ${thing}`,
    denial: `there ${verb} no ${thing.replace(/^(?:an?|any)\s+/i, "")}`,
    about: leadingNoun(thing.replace(/^(?:an?|any)\s+/i, "")),
    plural: verb === "are",
  });

const QUESTION = /^(is|are|was|were|can|could|will|would|do|does|did|has|have)\s+(.+)$/i;

/** Finds the end of the subject, by auxiliary; after others it ends at the verb. */
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
    return claimOf({ statement, denial, about: subject, plural: numberOf(verb) });
  }
  return withPlainVerb(clause);
};

/** A statement of a fact, or a yes/no question about one. */
export const asClaim = (clause: string): Motion | null => asked(clause) ?? stated(clause);
