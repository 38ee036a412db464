import { getLeadingNoun, splitAtVerb } from "../grammar/clauses.ts";
import { toGerund, participleToGerund, isPlural } from "../grammar/english.ts";
import {
  ADVERBS,
  COMPOUND_ACTORS,
  NOUN_LIKE_VERBS,
  PREPOSITIONS,
  RESTRICTING_WORDS,
  USUAL_ACTORS,
  VERBS,
} from "../grammar/word-lists.ts";
import { shortenPhrase, type Motion } from "./motion.ts";

const PRONOUNS = new Set(["we", "you", "i", "they", "it", "one", "people", "everyone"]);

/** Splits a verb phrase into leading adverbs, verb and the rest. */
const splitVerbPhrase = (phrase: string): { adverbs: string; verb: string; tail: string } => {
  const words = phrase.split(" ");
  const start = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  return {
    adverbs: words.slice(0, start).join(" "),
    verb: words[start] ?? "",
    tail: words.slice(start + 1).join(" "),
  };
};

const joinWords = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/**
 * Describes a state as an action: "be banned in schools" → "banning smartphones in schools", "be
 * free" → "making buses free".
 */
const describeState = (subject: string, state: string): string => {
  const { adverbs, verb, tail } = splitVerbPhrase(state);
  const gerund = participleToGerund(verb);
  if (PREPOSITIONS.has(verb) || (gerund !== null && / by |^by /.test(` ${tail}`))) {
    return joinWords("having", subject, state);
  }
  return gerund === null
    ? joinWords("making", subject, state)
    : joinWords(adverbs, gerund, subject, tail);
};

/**
 * Describes an action as a noun phrase: "ban cars from their centres" → "banning cars from city
 * centres".
 */
const describeAction = (subject: string, action: string): string => {
  const actor = subject.toLowerCase();
  const compound = COMPOUND_ACTORS[actor];
  const { adverbs, verb, tail } = splitVerbPhrase(action);
  const resolvedTail = compound === undefined ? tail : tail.replace(/\b(?:their|its)\b/g, compound);
  if (verb === "have" && !USUAL_ACTORS.has(actor)) return joinWords("giving", subject, tail);
  if (!USUAL_ACTORS.has(actor) || /\b(?:their|its)\b/.test(resolvedTail)) {
    return verb === "exist" ? `letting ${subject} exist` : joinWords("having", subject, action);
  }
  return joinWords(adverbs, toGerund(verb), resolvedTail);
};

const findFocus = (subject: string, rest: string): string => {
  if (subject === "there")
    return shortenPhrase(getLeadingNoun(rest.replace(/^be\s+/, "")), "the matter");
  const { verb, tail } = splitVerbPhrase(rest);
  const isAboutSubject = verb === "be" || verb === "become" || /^to\b/.test(tail);
  const object = isAboutSubject ? "" : getLeadingNoun(tail);
  const subjectPhrase = PRONOUNS.has(subject.toLowerCase()) ? "" : subject;
  return shortenPhrase(object, shortenPhrase(subjectPhrase, "the matter"));
};

const isRestricting = (rest: string): boolean =>
  rest
    .toLowerCase()
    .split(" ")
    .slice(0, 4)
    .some((word) => RESTRICTING_WORDS.has(word));

const describeAct = (subject: string, rest: string): string => {
  const state = /^be\s+(.+)$/i.exec(rest)?.[1];
  if (subject === "there" && state !== undefined) return `having ${state}`;
  return state === undefined ? describeAction(subject, rest) : describeState(subject, state);
};

const createProposal = (subject: string, rest: string, negated: boolean): Motion => {
  const act = describeAct(subject, rest);
  const affirmative = `${subject} should ${rest}`;
  const negative = `${subject} should not ${rest}`;
  const focus = findFocus(subject, rest);
  return {
    kind: "proposal",
    statement: negated ? negative : affirmative,
    denial: negated ? affirmative : negative,
    act: negated ? `not ${act}` : act,
    focus: { text: focus, plural: isPlural(focus) },
    restricts: !negated && isRestricting(rest),
    pair: null,
  };
};

const QUESTION_PATTERN = /^(?:should|must|shall|ought)\s+(.+)$/i;
const STATEMENT_PATTERN =
  /^(.{1,80}?)\s+(should|must|ought to|needs? to|ha(?:s|ve) to)(n't|n’t|\s+not|\s+never)?\s+(.+)$/i;

/** Parses "Should cities ban cars?", "cities should ban cars" and "it is time to ban cars". */
export const parseProposal = (clause: string): Motion | null => {
  const question = QUESTION_PATTERN.exec(clause)?.[1];
  if (question !== undefined) {
    const split = splitAtVerb(question);
    if (split === null) return null;
    const positive = split.rest.replace(/^not\s+/i, "");
    return createProposal(split.subject, positive, positive !== split.rest);
  }
  const [, subject, , not, rest] = STATEMENT_PATTERN.exec(clause) ?? [];
  if (
    subject !== undefined &&
    rest !== undefined &&
    !/^(?:what|why|how|who|when|where)\b/.test(subject)
  ) {
    return createProposal(subject, rest, not !== undefined);
  }
  const timeToClause = /^(?:is it|it is|it's|it’s) (?:finally )?time to (.+)$/i.exec(clause)?.[1];
  return timeToClause === undefined ? null : createProposal("we", timeToClause, false);
};

/** Parses an imperative such as "ban private cars", whose subject becomes "we". */
export const parseImperative = (clause: string): Motion | null => {
  const action = clause.charAt(0).toLowerCase() + clause.slice(1);
  const { verb, tail } = splitVerbPhrase(action);
  const isVerb = VERBS.has(verb) && !NOUN_LIKE_VERBS.has(verb);
  return isVerb && tail !== "" ? createProposal("we", action, false) : null;
};
