import { detectTopicLanguage } from "#infra/language/detect-language.ts";
import { decideDebate } from "#infra/dev/fakes/models/generator/decide-debate.ts";
import {
  computeRecordedMeans,
  findRecordedJudgement,
  findRecordedSpeech,
  findRecordedVerdict,
} from "#infra/dev/fakes/models/replay.ts";
import { scoreCategories } from "#infra/dev/fakes/moderation/moderation-endpoint.ts";
import {
  RECORDED_DEBATES,
  type RecordedDebate,
} from "#infra/dev/fakes/recordings/recorded-debates.ts";
import type { PastTurn, SpeechRequest } from "#infra/dev/fakes/models/parse-prompt.ts";
import { FORMATS } from "#shared/domain/debates/debate.ts";
import { combineAnswers, isTextConsistent } from "#shared/domain/debates/judging/decision.ts";
import { selectRuling } from "#shared/domain/debates/judging/ruling.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import { getTurnType } from "#shared/domain/debates/turn.ts";
import { TOPIC_IDEAS } from "#web/features/new-debate/topic-ideas.ts";

const countWords = (text: string, language: string): number =>
  [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;

const splitSentences = (text: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)].map(({ segment }) =>
    segment.trim(),
  );

const findQuotes = (text: string): string[] =>
  [...text.matchAll(/“([^”]+)”/g)].map(([, quote = ""]) => quote.replace(/[.,!?]$/, ""));

/** Phrases with which the verdicts of the recorded debates name the winner. */
const WINNER_PHRASES = {
  For: /\bFor wins\b|proposition carries the motion|^Gana quien pone la cebolla/,
  Against: /\bAgainst wins\b|\bwin for Against\b|فازت الشاشة/,
  draw: /^A draw\b/,
} as const;

/** Phrases with which the verdicts say that the margin is narrow. */
const NARROW_WIN_PHRASE = /\bnarrow(?:ly)?\b|carries the motion by a little|بفارق ضئيل/i;

const EVERY_DEBATE = RECORDED_DEBATES.map((debate) => [debate.topic, debate] as const);

const side = (turn: number) => (turn % 2 === 1 ? "For" : "Against");

const createRequest = (
  topic: string,
  turn: number,
  maxTurns: number,
  debate: readonly PastTurn[],
): SpeechRequest => ({
  topic,
  format: "standard",
  side: side(turn),
  speech: getTurnType(turn, maxTurns),
  turn,
  maxTurns,
  debate,
});

/**
 * Replays a recorded debate. A turn without a recorded speech gets the text "Generated speech" and
 * the turn's number.
 */
const replay = (topic: string, maxTurns: number): PastTurn[] => {
  const debate: PastTurn[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const text = findRecordedSpeech(createRequest(topic, turn, maxTurns, debate));
    debate.push({ number: turn, side: side(turn), text: text ?? `Generated speech ${turn}.` });
  }
  return debate;
};

/**
 * Returns for each turn the number (from 1) of the recorded turn that is replayed. The number is 0
 * if the speech is generated.
 */
const listReplayed = ({ topic, turns }: RecordedDebate, maxTurns: number): number[] =>
  replay(topic, maxTurns).map(({ text }) => turns.findIndex((turn) => turn.text === text) + 1);

describe("the recorded debates", () => {
  test("are twelve, on the first topics that the form suggests, in all formats", () => {
    const topics = RECORDED_DEBATES.map(({ topic }) => topic);
    expect(topics).toEqual(TOPIC_IDEAS.slice(0, 12));
    expect(new Set(RECORDED_DEBATES.map(({ format }) => format))).toEqual(new Set(FORMATS));
  });

  test.each(EVERY_DEBATE)("have the detected language of the topic: %s", async (topic, debate) => {
    expect(await detectTopicLanguage(topic, [])).toBe(debate.language);
  });

  test.each(EVERY_DEBATE)("have texts of the agreed lengths: %s", (_topic, debate) => {
    const { language, turns, verdict } = debate;
    const between = (text: string, min: number, max: number): boolean =>
      countWords(text, language) >= min && countWords(text, language) <= max;
    expect(turns.filter(({ text }) => !between(text, 90, 150))).toEqual([]);
    expect(turns.filter(({ feedback }) => !between(feedback, 20, 65))).toEqual([]);
    expect(turns.filter((turn) => selectRuling(turn) !== turn.ruling)).toEqual([]);
    expect(between(verdict, 55, 120)).toBe(true);
  });

  test.each(EVERY_DEBATE)("have exact quotes: %s", (_topic, { language, turns, verdict }) => {
    for (const { text, quotes } of turns) {
      for (const quote of quotes) {
        expect(text).toContain(quote);
        expect(countWords(quote, language)).toBeGreaterThanOrEqual(3);
        expect(countWords(quote, language)).toBeLessThanOrEqual(22);
      }
    }
    const whole = turns.map(({ text }) => text).join("\n");
    const verdictQuotes = findQuotes(verdict);
    expect(verdictQuotes.length).toBeGreaterThan(0);
    expect(verdictQuotes.filter((quote) => !whole.includes(quote))).toEqual([]);
  });

  test.each(EVERY_DEBATE)("have a verdict that agrees with the scores: %s", (_topic, debate) => {
    const { For, Against } = computeRecordedMeans(debate);
    const winner = For === Against ? "draw" : For > Against ? "For" : "Against";
    const named = Object.entries(WINNER_PHRASES).filter(([, phrase]) =>
      phrase.test(debate.verdict),
    );
    expect(named.map(([name]) => name)).toEqual([winner]);
  });

  test.each(EVERY_DEBATE)("have a decision that agrees with the scores: %s", (_topic, debate) => {
    const means = computeRecordedMeans(debate);
    const scores = { botA: means.For, botB: means.Against };
    const decision = combineAnswers(...debate.answers);
    expect(decision.wavered).toBe(false);
    expect(decision.winner).toBe(getWinner(scores));
    expect(isTextConsistent(debate.answers[0].winner, scores, decision)).toBe(true);
  });

  test.each(EVERY_DEBATE)("have the margin that the text names: %s", (_topic, debate) => {
    const { For, Against } = computeRecordedMeans(debate);
    const { margin } = combineAnswers(...debate.answers);
    const isNarrow = NARROW_WIN_PHRASE.test(debate.verdict);
    expect(margin).toBe(For === Against ? null : isNarrow ? 1 : 2);
    expect(Math.abs(For - Against) < 0.6).toBe(isNarrow || margin === null);
  });

  test.each(EVERY_DEBATE)(
    "repeat no sentence and have no straight quotes: %s",
    (_topic, debate) => {
      const { language, turns } = debate;
      const sentences = turns
        .flatMap(({ text }) => splitSentences(text, language))
        .filter(({ length }) => length > 30);
      expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([]);
      expect(turns.filter((turn) => /["']/.test(turn.text + turn.ruling + turn.feedback))).toEqual(
        [],
      );
    },
  );

  test("share no sentence of three words or more with each other", () => {
    const sentencesOf = ({ language, turns, verdict }: RecordedDebate): Set<string> =>
      new Set(
        [verdict, ...turns.flatMap(({ text, ruling, feedback }) => [text, ruling, feedback])]
          .flatMap((text) => splitSentences(text, language))
          .filter((sentence) => countWords(sentence, language) >= 3),
      );
    const sentences = RECORDED_DEBATES.flatMap((debate) => [...sentencesOf(debate)]);
    expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([]);
  });

  test.each(EVERY_DEBATE)("pass the fake moderation: %s", (topic, { turns }) => {
    const harmful = [topic, ...turns.map(({ text }) => text)].filter((text) =>
      Object.values(scoreCategories(text)).some((score) => score > 0.3),
    );
    expect(harmful).toEqual([]);
  });
});

const first = (): RecordedDebate => {
  const [debate] = RECORDED_DEBATES;
  if (debate === undefined) throw new Error("There are no recorded debates.");
  return debate;
};

describe("a fake model replays a recorded debate", () => {
  test.each(EVERY_DEBATE)("turn by turn: %s", (_topic, debate) => {
    expect(listReplayed(debate, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("with the recorded openings and closings if the debate is shorter or longer", () => {
    expect(listReplayed(first(), 2)).toEqual([1, 2]);
    expect(listReplayed(first(), 4)).toEqual([1, 2, 9, 10]);
    expect(listReplayed(first(), 6)).toEqual([1, 2, 3, 4, 9, 10]);
    expect(listReplayed(first(), 14)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 9, 10]);
  });

  test("whatever the case, the white space and the final punctuation of the topic", () => {
    const { topic, turns } = first();
    for (const typed of [
      topic.toUpperCase(),
      `  ${topic.replace("?", "")}  `,
      topic.replaceAll(" ", "\u00a0 ").replace("?", " ?!"),
    ])
      expect(findRecordedSpeech(createRequest(typed, 1, 10, []))).toBe(turns[0]?.text);
    expect(findRecordedSpeech(createRequest(`Not: ${topic}`, 1, 10, []))).toBeNull();
  });

  test("not after a turn that it does not answer", () => {
    const { topic, turns } = first();
    const after = (text: string) =>
      findRecordedSpeech(createRequest(topic, 2, 10, [{ number: 1, side: "For", text }]));
    expect(after(turns[0]?.text ?? "")).toBe(turns[1]?.text);
    expect(after("(This speech was removed.)")).toBeNull();
  });

  test("on the side that speaks, if the sides are swapped", () => {
    const { topic, turns } = first();
    const request = createRequest(topic, 1, 10, []);
    expect(findRecordedSpeech({ ...request, side: "Against" })).toBe(turns[1]?.text);
  });
});

describe("a fake judge", () => {
  test("gives a recorded speech its recorded judgement", () => {
    for (const { turns } of RECORDED_DEBATES) {
      for (const { text, ...judgement } of turns)
        expect(findRecordedJudgement(text)).toEqual(judgement);
    }
    expect(findRecordedJudgement("Another speech.")).toBeNull();
  });

  test("gives the recorded verdict only to the whole debate with the recorded winner", () => {
    const { topic, verdict, answers } = first();
    const recorded: unknown = expect.objectContaining({ verdict, answers });
    const whole = replay(topic, 10);
    expect(findRecordedVerdict(whole, computeRecordedMeans(first()))).toEqual(recorded);
    expect(findRecordedVerdict(whole, undefined)).toEqual(recorded);
    expect(findRecordedVerdict(whole, { For: 4, Against: 8 })).toBeNull();
    expect(findRecordedVerdict(replay(topic, 6), undefined)).toBeNull();
  });

  test.each(EVERY_DEBATE)("gives both recorded answers to the questions: %s", (topic, debate) => {
    const whole = replay(topic, 10);
    const answers = (["For", "Against"] as const).map((sideOfA) => {
      const { winner, margin, reasoning } = decideDebate(whole, sideOfA);
      const [a, b] = sideOfA === "For" ? ROLES : ROLES.toReversed();
      expect(reasoning).toBe(debate.verdict);
      if (winner === "draw") return { winner, margin: margin || null };
      return { winner: winner === "A" ? a : b, margin };
    });
    expect(answers).toEqual(debate.answers);
  });
});
