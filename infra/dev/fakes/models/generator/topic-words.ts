import type { DebateSide } from "../speech-request.ts";

const FUNCTION_WORDS = new Set(
  `should is are was were do does did can could will would must may might shall has have had be been being am to in
  on at by for from with without into over under about than then and or but not no never ever if as that this these
  those there their its our your my his her it they we you he she i us them me what which who why how when where more
  most less least better best worse worst good bad right wrong still always only just really very too so vs versus
  between against during after before until while all any some both many much few own other another same
  such house believes thinks true false worth possible free`.split(/\s+/),
);

/**
 * Verbs that are frequent in topics. A verb ends a noun phrase, as function words and participles
 * do.
 */
const VERBS = new Set(
  `abolish accept adopt allow ban become begin believe belong belongs buy buys cause causes cancel change changes choose
  come cost costs create cut do eat end exist fail fails fight find fly forbid get give go grade harm harms have help
  helps hurt hurts improve improves keep kept kill know lead learn leave left legalise lie live lose made make makes
  matter mean means move need needs open pay pays play prevent protect punish put raise read reduce regulate replace
  require restrict rule ruin ruins save say see sell spend start stay stop support take taught teach tell tells think
  travel try turn understand use vote want win work write closed given`.split(/\s+/),
);
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
  const words = (isAllCaps ? topic.toLowerCase() : uncapitalize(topic))
    .replace(/[?!,;:()]/g, " ")
    .split(" ");
  const runs: string[][] = [[]];
  for (const word of words) {
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
  const words = topic.toLowerCase().split(/[^\p{L}’-]+/u);
  const isKnown = (word: string): boolean => FUNCTION_WORDS.has(word) || ARTICLES.has(word);
  return /^[\p{Script=Latin}\P{L}]+$/u.test(topic) && (words.some(isKnown) || words.length <= 3);
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
