import type { DebateSide } from "../parse-prompt.ts";
import words from "./words.json" with { type: "json" };

const FUNCTION_WORDS = new Set(words.functionWords.join(" ").split(" "));
/**
 * Verbs that are frequent in topics. A verb ends a noun phrase, as function words and participles
 * do.
 */
const VERBS = new Set(words.verbs.join(" ").split(" "));
const PARTICIPLE = /[^e]ed$/;

const ARTICLES = new Set(["a", "an", "the", "every", "each"]);
/** Phrases that are certainly nouns: several words, a name or a plural. */
const NOUN_PHRASE = / |^\p{Lu}|[^su]s$/u;
const MAX_PHRASE_WORDS = 4;
const MAX_PHRASES = 3;

export interface TopicWords {
  /** The topic's own noun phrases. If it is not in English, the whole topic in quotation marks. */
  phrases: readonly string[];
  /** The claim of each side: a clause with the whole topic, and a short form. */
  claims: Readonly<Record<DebateSide, { claim: string; short: string }>>;
}

const cleanTopic = (topic: string): string =>
  topic
    .replace(/["“”{}[\]|*_`\\]/g, "")
    .replace(/\s+/g, " ")
    .replace(/^ | $|\s*[.!…]+\s*$/g, "")
    .replace(/'/g, "’");

/**
 * Lower-cases the first letter, unless the first word is `I` or has a later capital, or the second
 * word starts with one.
 */
const uncapitalize = (text: string): string =>
  /^(?:\S+ \p{Lu}|\S+\p{Lu}|I\b)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const isSeparator = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || VERBS.has(word) || PARTICIPLE.test(word);

/** Splits the topic at function words and verbs. Phrases keep their article. */
const findPhrases = (topic: string): string[] => {
  const isAllCaps = topic.includes(" ") && topic === topic.toUpperCase();
  const tokens = (isAllCaps ? topic.toLowerCase() : uncapitalize(topic))
    .replace(/[?!,;:()]/g, " ")
    .split(" ");
  const runs: string[][] = [[]];
  for (const word of tokens) {
    const key = word.toLowerCase();
    const run = runs.at(-1) ?? [];
    if (ARTICLES.has(key)) runs.push([word]);
    else if (word === "" || isSeparator(key)) runs.push([]);
    else if (key !== "of" || run.length > 0) run.push(word);
  }
  const phrases = runs
    .map((run) => run.slice(-MAX_PHRASE_WORDS).join(" ").replace(/ of$/, ""))
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase) && !ARTICLES.has(phrase))
    .filter((phrase, index) => index === 0 || NOUN_PHRASE.test(phrase));
  return [...new Set(phrases)].slice(0, MAX_PHRASES);
};

const isEnglish = (topic: string): boolean => {
  const tokens = topic.toLowerCase().split(/[^\p{L}’-]+/u);
  const isKnown = (word: string): boolean => FUNCTION_WORDS.has(word) || ARTICLES.has(word);
  return /^[\p{Script=Latin}\P{L}]+$/u.test(topic) && (tokens.some(isKnown) || tokens.length <= 3);
};

const createClaims = (topic: string): TopicWords["claims"] => {
  const choice = /^(\S+(?: \S+){0,2}) (?:or|vs\.?|versus) (\S+(?: \S+){0,2}?)\?*$/i.exec(topic);
  const [, first = "", second = ""] = choice?.map(uncapitalize) ?? [];
  if (first !== "" && !FUNCTION_WORDS.has(first.split(" ")[0] ?? "")) {
    const choose = (one: string, other: string) => ({
      claim: `the better choice is *${one}* rather than ${other}`,
      short: `the better choice is ${one}`,
    });
    return { For: choose(first, second), Against: choose(second, first) };
  }
  const isOpen = /^(?:what|which|who|why|how|when|where)\b/i.test(topic);
  const [frame, yes, no] = isOpen
    ? ["the question", "has a *good* answer", "has *no* good answer"]
    : topic.endsWith("?")
      ? ["the answer to", "is *yes*", "is *no*"]
      : ["the motion", "is *right*", "is *wrong*"];
  const claim = (end: string) => ({
    claim: `${frame} “${topic}” ${end}`,
    short: `${frame.replace(/ to$/, "")} ${end.replaceAll("*", "")}`,
  });
  return { For: claim(yes), Against: claim(no) };
};

/**
 * Returns the phrases and claims of a topic that a user has typed. There is at least one phrase.
 */
export const findTopicWords = (topic: string): TopicWords => {
  const text = cleanTopic(topic);
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const phrases = isEnglish(text) ? findPhrases(text) : [`“${text}”`];
  return {
    phrases: hasWords && phrases.length > 0 ? phrases : ["this question"],
    claims: createClaims(hasWords ? text : "this motion"),
  };
};
