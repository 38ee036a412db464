import { toGerund, isPlural } from "../grammar/english.ts";
import { VERBS } from "../grammar/word-lists.ts";
import { shortenPhrase, type Motion, type NounPhrase } from "./motion.ts";

const BETTER_PATTERN = "(?:(?:really|actually|truly|still|always)\\s+)?(?:better|superior)";
const BETTER_TO_DO_PATTERN = /^is it better to\s+(.+?)\s+(?:or|than)(?:\s+to)?\s+(.+)$/i;
const COMPARISON_PATTERNS = [
  BETTER_TO_DO_PATTERN,
  new RegExp(`^(?:is|are)\\s+(.+?)\\s+${BETTER_PATTERN}\\s+(?:than|to)\\s+(.+)$`, "i"),
  new RegExp(`^(.+?)\\s+(?:is|are)\\s+${BETTER_PATTERN}\\s+(?:than|to)\\s+(.+)$`, "i"),
  /^(?:which|what|who) (?:is|are) (?:the )?(?:better|best)\s*[:,-]?\s*(.+?)\s+or\s+(.+)$/i,
  /^(.+?)\s+(?:vs?\.?|versus)\s+(.+)$/i,
  /^((?!(?:is|are|do|does|can|will|should|would|could|has|have)\b)\S+(?: \S+){0,2})\s+or\s+(\S+(?: \S+){0,2})$/i,
];

/** Turns an action into a noun phrase: rent → renting. Other phrases stay as they are. */
const toNounPhrase = (phrase: string, isAction: boolean): NounPhrase => {
  const [verb = "", ...tail] = phrase.split(" ");
  const text = isAction && VERBS.has(verb) ? [toGerund(verb), ...tail].join(" ") : phrase;
  return { text: text.replace(/^(?:to)\s+/i, ""), plural: !isAction && isPlural(text) };
};

/** Removes a condition such as "for beginners", which is not part of the compared thing. */
const stripCondition = (phrase: string): string =>
  phrase.split(/,?\s+(?:for|in|at|when|as|if|during|on)\s+/i)[0] ?? phrase;

/** Parses "Is tea better than coffee?", "cats vs dogs" and the like; null for anything else. */
export const parseComparison = (clause: string): Motion | null => {
  const match = COMPARISON_PATTERNS.map((pattern) => pattern.exec(clause)).find(
    (found) => found !== null,
  );
  const [, first, second] = match ?? [];
  if (first === undefined || second === undefined) return null;
  const isAction = BETTER_TO_DO_PATTERN.test(clause);
  const x = toNounPhrase(first, isAction);
  const y = toNounPhrase(second, isAction);
  const verb = /\b(?:is|are)\b/i.exec(clause)?.[0].toLowerCase() ?? (x.plural ? "are" : "is");
  return {
    kind: "comparison",
    statement: `${x.text} ${verb} better than ${y.text}`,
    denial: `${x.text} ${verb} not better than ${y.text}`,
    act: `choosing ${x.text}`,
    focus: { ...x, text: shortenPhrase(x.text, "the first of the two") },
    restricts: false,
    pair: [x, { ...y, text: stripCondition(y.text) }],
  };
};
