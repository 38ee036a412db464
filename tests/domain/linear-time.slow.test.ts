import OpenAI from "openai";
import { isReservedUsername, computeSkeleton } from "#api/commands/accounts/username-rules.ts";
import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";
import { cleanTopic } from "#shared/domain/debates/debate.ts";
import { buildClipTitle } from "#shared/domain/audio/clip.ts";
import { buildEpisodeFileName } from "#shared/domain/audio/audio-file-names.ts";
import { splitSearchWords } from "#shared/domain/search-words.ts";
import { buildSpeechOffsets } from "#shared/domain/audio/spoken-progress.ts";
import { splitCaptions } from "#shared/domain/text/captions.ts";
import { SentenceSplitter } from "#shared/domain/text/sentence-splitter.ts";
import { trimToLastSentence } from "#shared/domain/text/sentence-excerpts.ts";
import { renderPodcastXml } from "#api/pages/podcast/podcast-xml.ts";
import { toDrawableText, isRightToLeft } from "#api/pages/picture/drawable-text.ts";
import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import {
  shouldRenderMarkdown,
  splitParagraphs,
  splitEmphasis,
} from "#web/features/debate/speech/parse-speech.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import { SpeechBuilder } from "#worker/jobs/generate-turn/speech-builder.ts";
import { extractJsonObjects } from "#worker/llm/replies/extract-json-objects.ts";
import { ReplyText } from "#worker/llm/replies/reply-text.ts";
import { parseRetryAfterMs } from "#worker/llm/http/parse-retry-after.ts";
import { findAdaptation } from "#worker/llm/vendors/refusals/find-adaptation.ts";
import { toFinishReason } from "#worker/llm/vendors/responses/finish-reason.ts";
import { ForeignReplyError } from "#worker/llm/vendors/responses/foreign-reply-error.ts";
import { readEventStream } from "#worker/llm/vendors/responses/read-event-stream.ts";
import { describeRefusal, readRefusal } from "#worker/llm/vendors/refusals/read-refusal.ts";
import { toProviderError } from "#worker/llm/vendors/to-provider-error.ts";
import { buildWireRequest } from "#worker/llm/wire-request.ts";
import { ReasoningStripper } from "#worker/llm/replies/strip-reasoning.ts";
import { TurnJudgementReply } from "#worker/prompts/judge-turn-prompt.ts";
import { renderPromptTranscript } from "#worker/prompts/prompt-transcript.ts";

const LENGTH = 100_000;
/** Number of characters at the end of a text that are added in pieces. */
const LENGTH_IN_PIECES = 10_000;
/**
 * Limit of CPU time: four times what the slowest linear reader needs on a quiet machine, and less
 * than half of what a quadratic one needs.
 */
const MAX_MS = 2000;

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
  ["data: {}\n", "data:a\n\n", "{}\n", "[1]", "<|start|>", "analysis", "assistantfinal"],
  ["？！", "。“", "。【", "？》", ". »", ".“", "Sr. ", "1. ", "a. ", "，”", "« ", " 'a"],
  ["1m", "max_seq", "1 tokens in ", "context length ", "1 + 1 > ", "finish_reason_"],
].flat();
const LAST_END = "x.";
const TEXTS = UNITS.flatMap((unit) =>
  ["", LAST_END].map((end) => {
    const text = unit.repeat(Math.ceil(LENGTH / unit.length)) + end;
    return { name: `${JSON.stringify(unit)} … ${JSON.stringify(end)}`, text };
  }),
);

/**
 * Adds all but the end at once, then the end in pieces. The time for a piece must not grow with the
 * length of the buffered text.
 */
const addInPieces = (text: string, take: (piece: string) => unknown): void => {
  const from = text.length - LENGTH_IN_PIECES;
  take(text.slice(0, from));
  for (let at = from; at < text.length; at += 5) take(text.slice(at, at + 5));
};

const PODCAST = {
  origin: "",
  title: "",
  description: "",
  author: "",
  email: "",
  language: null,
  episodes: [],
};

const WIRE_REQUEST = buildWireRequest(
  { system: "You are a debater.", user: "Speak.", maxTokens: 3000, schema: null },
  new Map(),
);

/** All functions that parse texts of models or users. */
const READERS: Record<string, (text: string) => unknown> = {
  removeInvisibleCharacters,
  cleanTopic,
  isReservedUsername: (text) => isReservedUsername(text, [text]),
  computeSkeleton,
  splitSearchWords: (text) => splitSearchWords(text, [{ label: "A label", lexeme: "label" }]),
  buildEpisodeFileName: (text) => buildEpisodeFileName(text, 1),
  buildClipTitle: (text) => buildClipTitle(text, "Grok", "ar"),
  renderPodcastXml: (title) => renderPodcastXml({ ...PODCAST, title }),
  /** This function also covers the plain text and the sentences, which it computes. */
  buildSpeechOffsets,
  trimToLastSentence,
  splitCaptions,
  splitParagraphs,
  shouldRenderMarkdown: (text) => shouldRenderMarkdown(text, "async"),
  escapeHtml,
  isRightToLeft,
  splitEmphasis: (text) => splitEmphasis({ text, start: 0 }),
  toDrawableText: (text) => toDrawableText(text, () => true),
  ReplyText: (text) => ReplyText.safeParse(text),
  TurnJudgementReply: (text) =>
    TurnJudgementReply.safeParse({ score: text, feedback: text, quotes: text }),
  extractJsonObjects: (text) => [
    extractJsonObjects(text),
    extractJsonObjects(`{"score": "${text}`),
  ],
  findLiteralQuotes: (text) => findLiteralQuotes([text], `${text}.`),
  toProviderError: (text) =>
    toProviderError(new OpenAI.APIError(400, { message: text }, "", new Headers()), {
      label: "Grok",
      apiKey: "key",
    }),
  findAdaptation(text) {
    const error = new OpenAI.APIError(400, { message: text }, text, new Headers());
    const refusal = readRefusal(error);
    if (!refusal) throw new Error("no refusal");
    return [
      findAdaptation(refusal, WIRE_REQUEST),
      describeRefusal(error, refusal, WIRE_REQUEST, "key"),
    ];
  },
  toFinishReason(text) {
    try {
      return toFinishReason(text);
    } catch (err) {
      return err;
    }
  },
  ForeignReplyError: (text) => new ForeignReplyError(new Response(""), text),
  parseRetryAfterMs: (text) =>
    parseRetryAfterMs(new Headers({ "retry-after": text.replaceAll(/[^ -~]/g, "1") })),
  renderPromptTranscript: (text) =>
    renderPromptTranscript(text, [{ turnNumber: 1, role: "bot_a", content: text }], "3f"),
};

/**
 * Parsers of streamed texts. They get only the texts that end with `LAST_END`, because the others
 * are prefixes of these.
 */
const READERS_OF_PIECES: Record<string, (text: string) => unknown> = {
  ReasoningStripper(text) {
    const stripper = new ReasoningStripper();
    return [addInPieces(text, (piece) => stripper.add(piece)), stripper.add(text), stripper.end()];
  },
  SentenceSplitter(text) {
    const splitter = new SentenceSplitter();
    addInPieces(text, (piece) => splitter.add(piece));
    return splitter.end();
  },
  async readEventStream(text) {
    const pieces: string[] = [];
    addInPieces(text, (piece) => pieces.push(piece));
    const body = new ReadableStream<string>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }).pipeThrough(new TextEncoderStream());
    try {
      for await (const events of readEventStream(new Response(body))) for (const _event of events);
    } catch (err) {
      return err; // not all texts are replies
    }
    return undefined;
  },
  SpeechBuilder(text) {
    const speech = new SpeechBuilder();
    addInPieces(text, (piece) => speech.add(piece));
    return speech.wholeSentences;
  },
};

const cpuMs = (): number => process.cpuUsage().user / 1000;

/** Repeats a measurement above the limit, since the CPU time includes other work of the process. */
const measureFastestMs = async (act: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > MAX_MS; tries++) {
    const start = cpuMs();
    await act();
    least = Math.min(least, Math.round(cpuMs() - start));
    if (least > 3 * MAX_MS) break;
  }
  return least;
};

/** Stops at the first slow text, because all of them could take minutes. */
const findFirstSlow = async (
  read: (text: string) => unknown,
  texts: typeof TEXTS,
): Promise<string | null> => {
  for (const { name, text } of texts) {
    const ms = await measureFastestMs(() => read(text));
    if (ms > MAX_MS) return `${name}: ${ms} ms`;
  }
  return null;
};

describe.each([
  ...Object.entries(READERS).map(([name, read]) => ({ name, read, texts: TEXTS })),
  ...Object.entries(READERS_OF_PIECES).map(([name, read]) => {
    return { name, read, texts: TEXTS.filter(({ text }) => text.endsWith(LAST_END)) };
  }),
])("$name", ({ read, texts }) => {
  it("takes linear time for every text", async () => {
    expect(await findFirstSlow(read, texts)).toBeNull();
  });
});
