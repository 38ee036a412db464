import { leadingNoun, splitAtVerb } from "../grammar/clauses.ts";
import { gerund, gerundOfParticiple, isPlural } from "../grammar/english.ts";
import {
  ADVERBS,
  COMPOUNDS,
  NOUN_LIKE_VERBS,
  PREPOSITIONS,
  RESTRICTING,
  USUAL_ACTORS,
  VERBS,
} from "../grammar/words.ts";
import { sayable, type Motion } from "./motion-shape.ts";

const PRONOUNS = new Set(["we", "you", "i", "they", "it", "one", "people", "everyone"]);

/** Splits off leading adverbs and the verb. */
const verbOf = (phrase: string): { adverbs: string; verb: string; tail: string } => {
  const words = phrase.split(" ");
  const start = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  return {
    adverbs: words.slice(0, start).join(" "),
    verb: words[start] ?? "",
    tail: words.slice(start + 1).join(" "),
  };
};

const joined = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");

/** "be banned in schools" → "banning smartphones in schools"; "be free" → "making buses free". */
const actOfState = (subject: string, state: string): string => {
  const { adverbs, verb, tail } = verbOf(state);
  const doing = gerundOfParticiple(verb);
  if (PREPOSITIONS.has(verb) || (doing !== null && / by |^by /.test(` ${tail}`))) {
    return joined("having", subject, state);
  }
  return doing === null ? joined("making", subject, state) : joined(adverbs, doing, subject, tail);
};

/** "ban cars from their centres" → "banning cars from city centres". */
const actOfDeed = (subject: string, deed: string): string => {
  const actor = subject.toLowerCase();
  const compound = COMPOUNDS[actor];
  const { adverbs, verb, tail } = verbOf(deed);
  const ownTail = compound === undefined ? tail : tail.replace(/\b(?:their|its)\b/g, compound);
  if (verb === "have" && !USUAL_ACTORS.has(actor)) return joined("giving", subject, tail);
  if (!USUAL_ACTORS.has(actor) || /\b(?:their|its)\b/.test(ownTail)) {
    return verb === "exist" ? `letting ${subject} exist` : joined("having", subject, deed);
  }
  return joined(adverbs, gerund(verb), ownTail);
};

const focusOf = (subject: string, rest: string): string => {
  if (subject === "there") return sayable(leadingNoun(rest.replace(/^be\s+/, "")), "the matter");
  const { verb, tail } = verbOf(rest);
  const isAboutSubject = verb === "be" || verb === "become" || /^to\b/.test(tail);
  const object = isAboutSubject ? "" : leadingNoun(tail);
  const own = PRONOUNS.has(subject.toLowerCase()) ? "" : subject;
  return sayable(object, sayable(own, "the matter"));
};

const RESTRICTS = (rest: string): boolean =>
  rest
    .toLowerCase()
    .split(" ")
    .slice(0, 4)
    .some((word) => RESTRICTING.has(word));

const actOf = (subject: string, rest: string): string => {
  const state = /^be\s+(.+)$/i.exec(rest)?.[1];
  if (subject === "there" && state !== undefined) return `having ${state}`;
  return state === undefined ? actOfDeed(subject, rest) : actOfState(subject, state);
};

const proposal = (subject: string, rest: string, negated: boolean): Motion => {
  const act = actOf(subject, rest);
  const yes = `${subject} should ${rest}`;
  const no = `${subject} should not ${rest}`;
  const focus = focusOf(subject, rest);
  return {
    kind: "proposal",
    statement: negated ? no : yes,
    denial: negated ? yes : no,
    act: negated ? `not ${act}` : act,
    focus: { text: focus, plural: isPlural(focus) },
    restricts: !negated && RESTRICTS(rest),
    pair: null,
  };
};

const QUESTION = /^(?:should|must|shall|ought)\s+(.+)$/i;
const STATEMENT =
  /^(.{1,80}?)\s+(should|must|ought to|needs? to|ha(?:s|ve) to)(n't|n’t|\s+not|\s+never)?\s+(.+)$/i;

/** "Should cities ban cars?", "cities should ban cars", "it is time to ban cars". */
export const asProposal = (clause: string): Motion | null => {
  const asked = QUESTION.exec(clause)?.[1];
  if (asked !== undefined) {
    const split = splitAtVerb(asked);
    if (split === null) return null;
    const positive = split.rest.replace(/^not\s+/i, "");
    return proposal(split.subject, positive, positive !== split.rest);
  }
  const [, subject, , not, rest] = STATEMENT.exec(clause) ?? [];
  if (
    subject !== undefined &&
    rest !== undefined &&
    !/^(?:what|why|how|who|when|where)\b/.test(subject)
  ) {
    return proposal(subject, rest, not !== undefined);
  }
  const due = /^(?:is it|it is|it's|it’s) (?:finally )?time to (.+)$/i.exec(clause)?.[1];
  return due === undefined ? null : proposal("we", due, false);
};

/** "ban private cars"; the subject is "we". */
export const asImperative = (clause: string): Motion | null => {
  const deed = clause.charAt(0).toLowerCase() + clause.slice(1);
  const { verb, tail } = verbOf(deed);
  const isVerb = VERBS.has(verb) && !NOUN_LIKE_VERBS.has(verb);
  return isVerb && tail !== "" ? proposal("we", deed, false) : null;
};
