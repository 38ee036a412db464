import { getTurnType } from "#shared/domain/debates/turn.ts";
import { RECORDED_DEBATES, type RecordedDebate } from "../recordings/recorded-debates.ts";
import type { FakeJudgement } from "./generator/judge.ts";
import type { MeanScores, PastTurn, SpeechRequest } from "./parse-prompt.ts";

/**
 * Makes a topic lower-case, unifies its white space and quotation marks, and removes punctuation at
 * both ends.
 */
export const normalizeTopic = (topic: string): string =>
  topic
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

const DEBATES_BY_TOPIC = new Map(
  RECORDED_DEBATES.map((debate) => [normalizeTopic(debate.topic), debate]),
);

/**
 * Finds the turn of a prewritten debate that is replayed in a debate of `maxTurns` turns. Closing
 * turns replay prewritten closings. A longer debate has more turns in the middle, for which it
 * returns undefined.
 */
const findRecordedTurn = (
  { turns }: RecordedDebate,
  { number, side }: Pick<PastTurn, "number" | "side">,
  maxTurns: number,
): RecordedDebate["turns"][number] | undefined => {
  const isClosing = getTurnType(number, maxTurns) === "closing";
  const pair = Math.floor((number - 1 + (isClosing ? turns.length - maxTurns : 0)) / 2);
  const isRecorded = isClosing || getTurnType(2 * pair + 1, turns.length) !== "closing";
  return isRecorded ? turns[2 * pair + (side === "For" ? 0 : 1)] : undefined;
};

/**
 * Returns the prewritten speech for a request; null if there is none. A speech quotes the
 * prewritten turn before it. So the result is also null if the debate has another text in that
 * turn.
 */
export const findRecordedSpeech = (request: SpeechRequest): string | null => {
  const { topic, debate, turn, side, maxTurns } = request;
  const recorded = DEBATES_BY_TOPIC.get(normalizeTopic(topic));
  if (recorded === undefined) return null;
  const last = debate.at(-1);
  const recordedLast = last && findRecordedTurn(recorded, last, maxTurns);
  if (recordedLast !== undefined && recordedLast.text !== last?.text) return null;
  return findRecordedTurn(recorded, { number: turn, side }, maxTurns)?.text ?? null;
};

const JUDGEMENTS_BY_TEXT = new Map(
  RECORDED_DEBATES.flatMap(({ turns }) =>
    turns.map(({ text, ...judgement }): [string, FakeJudgement] => [text, judgement]),
  ),
);

/** Returns the judgement of a speech from a written debate; null for any other text. */
export const findRecordedJudgement = (text: string): FakeJudgement | null =>
  JUDGEMENTS_BY_TEXT.get(text) ?? null;

export const computeRecordedMeans = ({ turns }: RecordedDebate): MeanScores => {
  const mean = (parity: number): number => {
    const scores = turns.filter((_, index) => index % 2 === parity).map(({ score }) => score);
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  return { For: mean(0), Against: mean(1) };
};

/**
 * Returns the verdict and the two answers of a written debate whose turns were all replayed
 * unchanged. Returns null for any other debate, and if the given mean scores have another winner.
 */
export const findRecordedVerdict = (
  turns: readonly PastTurn[],
  means: MeanScores | undefined,
): Pick<RecordedDebate, "verdict" | "answers"> | null => {
  const joinTexts = (all: readonly { text: string }[]) => all.map(({ text }) => text).join("\n");
  const recorded = RECORDED_DEBATES.find((debate) => joinTexts(debate.turns) === joinTexts(turns));
  if (recorded === undefined) return null;
  const getLead = ({ For, Against }: MeanScores): number => Math.sign(For - Against);
  const isConsistent =
    means === undefined || getLead(means) === getLead(computeRecordedMeans(recorded));
  return isConsistent ? recorded : null;
};
