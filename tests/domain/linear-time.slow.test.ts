import OpenAI from "openai";
import { isReserved, skeletonOf } from "#api/commands/accounts/username-rules.ts";
import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { cleanTopic } from "#shared/domain/debate.ts";
import { momentTitle } from "#shared/domain/moment.ts";
import { debateFileName } from "#shared/domain/programme.ts";
import { searchWords } from "#shared/domain/search-words.ts";
import { sayingOf } from "#shared/domain/said-so-far.ts";
import { SentenceCutter } from "#shared/domain/spoken-sentences.ts";
import { wholeSentences } from "#shared/domain/whole-sentences.ts";
import { podcastXml } from "#api/pages/podcast-xml.ts";
import { drawableText, isRightToLeft } from "#api/pages/picture/drawable-text.ts";
import { escaped } from "#shared/domain/escaped.ts";
import { hasMoreMarkup, paragraphs, runs } from "#web/features/debate/turns/speech-parts.ts";
import { literalQuotes } from "#shared/domain/score.ts";
import { SpeechText } from "#worker/jobs/speech-text.ts";
import { jsonObjects } from "#worker/llm/json-objects.ts";
import { ReplyText } from "#worker/llm/model-text.ts";
import { toProviderError } from "#worker/llm/to-provider-error.ts";
import { WithoutThoughts } from "#worker/llm/without-thoughts.ts";
import { TurnJudgement } from "#worker/prompts/judge-turn-prompt.ts";
import { transcript } from "#worker/prompts/transcript.ts";

const LENGTH = 100_000;
/** What of it comes in pieces. */
const LENGTH_IN_PIECES = 10_000;
/** Of CPU time: five times what any reader needs, a fifth of what a square takes. */
const MOST_MS = 1000;

const UNITS = [
  [...' \n\t*_`~[]()<>!\\#-.?…。"“&{},:$aA1ا\u200d\u0301\ud83d\u00a0'],
  [
    "😀",
    "- ",
    "* ",
    "> ",
    "1. ",
    " \n",
    "\n ",
    "\n\n",
    "  x",
    " .",
    ". ",
    ".)",
    "a.",
    "Aa. ",
    "a ",
  ],
  [
    "*a ",
    "**a ",
    "_a ",
    "*a*",
    "~~a",
    "`a",
    "```\n",
    "[a",
    "[a](",
    "[a](b",
    "![",
    "<a",
    "</a",
    "<a ",
  ],
  [
    "\\[",
    '"a',
    '\\"',
    "{a",
    "</",
    "<think",
    "<th",
    "--",
    "- - ",
    "#a",
    "http://a ",
    "[[",
    "]]",
    "((",
  ],
].flat();
const LAST_END = "x.";
const TEXTS = UNITS.flatMap((unit) =>
  ["", LAST_END].map((end) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)) + end;
    return { name: `${JSON.stringify(unit)} … ${JSON.stringify(end)}`, text };
  }),
);

/** The end of it, after all the rest: what waits to be read should cost no piece its length. */
const inPieces = (text: string, take: (piece: string) => unknown): void => {
  const from = text.length - LENGTH_IN_PIECES;
  take(text.slice(0, from));
  for (let at = from; at < text.length; at += 5) take(text.slice(at, at + 5));
};

const PODCAST = { origin: "", title: "", description: "", author: "", email: "", episodes: [] };

/** Everything that reads what a model has written, or a person. */
const READERS: Record<string, (text: string) => unknown> = {
  withoutHidden,
  cleanTopic,
  isReserved: (text) => isReserved(text, [text]),
  skeletonOf,
  searchWords: (text) => searchWords(text, [{ label: "A label", lexeme: "label" }]),
  debateFileName: (text) => debateFileName(text, 1),
  momentTitle: (text) => momentTitle(text, "Grok"),
  podcastXml: (title) => podcastXml({ ...PODCAST, title }),
  /** Which has it as it is spoken: its plain text, and its sentences at once. */
  sayingOf,
  wholeSentences,
  paragraphs,
  hasMoreMarkup: (text) => hasMoreMarkup(text, "in time"),
  escaped,
  isRightToLeft,
  runs: (text) => runs({ text, start: 0 }),
  drawableText: (text) => drawableText(text, [[0, 0x10ffff]]),
  ReplyText: (text) => ReplyText.safeParse(text),
  TurnJudgement: (text) => TurnJudgement.safeParse({ score: text, feedback: text, quotes: text }),
  jsonObjects: (text) => [jsonObjects(text), jsonObjects(`{"score": "${text}`)],
  literalQuotes: (text) => literalQuotes([text], `${text}.`),
  toProviderError: (text) =>
    toProviderError(new OpenAI.APIError(400, { message: text }, "", new Headers()), {
      label: "Grok",
      apiKey: "key",
    }),
  transcript: (text) => transcript(text, [{ turnNumber: 1, role: "bot_a", content: text }], "3f"),
};

/** What reads it while it comes. Each text without its end is what came before, so one end will do. */
const READERS_OF_PIECES: Record<string, (text: string) => unknown> = {
  WithoutThoughts(text) {
    const thoughts = new WithoutThoughts();
    return [inPieces(text, (piece) => thoughts.add(piece)), thoughts.add(text), thoughts.end()];
  },
  SentenceCutter(text) {
    const cutter = new SentenceCutter();
    inPieces(text, (piece) => cutter.add(piece));
    return cutter.end();
  },
  SpeechText(text) {
    const speech = new SpeechText();
    inPieces(text, (piece) => speech.add(piece));
    return speech.sentences;
  },
};

const cpuMs = (): number => process.cpuUsage().user / 1000;

/** Tried again where it took somewhat too long, since what else the process does counts, too. */
const leastMs = (act: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > MOST_MS; tries++) {
    const start = cpuMs();
    act();
    least = Math.min(least, Math.round(cpuMs() - start));
    if (least > 3 * MOST_MS) break;
  }
  return least;
};

/** The first is enough: all of them might take minutes. */
const firstSlow = (read: (text: string) => unknown, texts: typeof TEXTS): string | null => {
  for (const { name, text } of texts) {
    const ms = leastMs(() => read(text));
    if (ms > MOST_MS) return `${name}: ${ms} ms`;
  }
  return null;
};

describe.each([
  ...Object.entries(READERS).map(([name, read]) => ({ name, read, texts: TEXTS })),
  ...Object.entries(READERS_OF_PIECES).map(([name, read]) => {
    return { name, read, texts: TEXTS.filter(({ text }) => text.endsWith(LAST_END)) };
  }),
])("$name", ({ read, texts }) => {
  it("takes as long as a text is, whatever it consists of", () => {
    expect(firstSlow(read, texts)).toBeNull();
  });
});
