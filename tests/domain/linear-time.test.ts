import OpenAI from "openai";
import { isPretending } from "#shared/domain/account.ts";
import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { cleanTopic } from "#shared/domain/debate.ts";
import { momentTitle } from "#shared/domain/moment.ts";
import { debateFileName } from "#shared/domain/programme.ts";
import { searchWords } from "#shared/domain/search-words.ts";
import { sayingOf } from "#shared/domain/said-so-far.ts";
import { SentenceCutter, spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { plainText } from "#shared/domain/spoken-text.ts";
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

const LENGTH = 40_000;
/** Of CPU time: a hundred times what any reader needs, a quarter of what a square takes. */
const MOST_MS = 400;

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
const ENDS = ["", "x."];

const inPieces = (text: string, take: (piece: string) => unknown): void => {
  for (let at = 0; at < text.length; at += 10) take(text.slice(at, at + 10));
};

const PODCAST = { origin: "", title: "", description: "", author: "", email: "", episodes: [] };

/** Everything that reads what a model has written, or a person. */
const READERS: Record<string, (text: string) => unknown> = {
  withoutHidden,
  cleanTopic,
  isPretending: (text) => isPretending(text, [text]),
  searchWords: (text) => searchWords(text, [{ label: "A label", lexeme: "label" }]),
  debateFileName: (text) => debateFileName(text, 1),
  momentTitle: (text) => momentTitle(text, "Grok"),
  podcastXml: (title) => podcastXml({ ...PODCAST, title }),
  plainText,
  spokenSentences,
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

/** Of CPU time: tried again where it took too long, since what else the process does counts, too. */
const leastMs = (act: () => unknown): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > MOST_MS; tries++) {
    const start = cpuMs();
    act();
    least = Math.min(least, Math.round(cpuMs() - start));
  }
  return least;
};

describe.each(Object.entries(READERS))("%s", (_name, read) => {
  it("takes as long as a text is, whatever it consists of", () => {
    const slow = UNITS.flatMap((unit) =>
      ENDS.flatMap((end) => {
        const text = unit.repeat(Math.ceil(LENGTH / unit.length)) + end;
        const ms = leastMs(() => read(text));
        return ms > MOST_MS ? [`${JSON.stringify(unit)} … ${JSON.stringify(end)}: ${ms} ms`] : [];
      }),
    );
    expect(slow).toEqual([]);
  });
});
