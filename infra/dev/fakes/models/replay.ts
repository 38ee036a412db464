import { getTurnType } from "#shared/domain/debates/turn.ts";
import { RECORDED_DEBATES, type RecordedDebate } from "../recordings/recorded-debates.ts";
import type { MeanScores } from "./generator/judge.ts";
import type { DebateSide, FakeJudgement, PastTurn, SpeechRequest } from "./speech-request.ts";

/** Normalizes case, white space, quotation marks and punctuation at both ends of a topic. */
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
 * Returns the recorded turn for a turn of a debate of any length: the closings are always the
 * recorded closings. Undefined for turns in the middle of a debate that is longer than the recorded
 * one.
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
 * Returns the recorded speech for a request. Null if the topic is not recorded, the recording has
 * no such turn, or the turn before is not the recorded one, which the recorded speech would quote.
 */
export const findRecordedSpeech = ({
  topic,
  debate,
  turn,
  side,
  maxTurns,
}: SpeechRequest): string | null => {
  const recorded = DEBATES_BY_TOPIC.get(normalizeTopic(topic));
  if (recorded === undefined) return null;
  const last = debate.at(-1);
  const recordedLast = last && findRecordedTurn(recorded, last, maxTurns);
  if (recordedLast !== undefined && recordedLast.text !== last?.text) return null;
  return findRecordedTurn(recorded, { number: turn, side }, maxTurns)?.text ?? null;
};

const TURNS_BY_TEXT = new Map(
  RECORDED_DEBATES.flatMap(({ turns }) => turns.map((turn) => [turn.text, turn] as const)),
);

/** Returns the recorded judgement of a recorded speech; null for any other text. */
export const findRecordedJudgement = (text: string): FakeJudgement | null => {
  const turn = TURNS_BY_TEXT.get(text);
  if (turn === undefined) return null;
  const { score, ruling, feedback, quotes } = turn;
  return { score, ruling, feedback, quotes };
};

const getLeader = ({ For, Against }: MeanScores): DebateSide | null =>
  For === Against ? null : For > Against ? "For" : "Against";

export const computeRecordedMeans = ({ turns }: RecordedDebate): MeanScores => {
  const mean = (parity: number): number => {
    const scores = turns.filter((_, index) => index % 2 === parity).map(({ score }) => score);
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  return { For: mean(0), Against: mean(1) };
};

/**
 * Returns the recorded verdict of a debate that was spoken exactly as recorded. Null for any other
 * debate, and if the scores that were given have another winner.
 */
export const findRecordedVerdict = (
  turns: readonly PastTurn[],
  means: MeanScores | undefined,
): string | null => {
  const recorded = RECORDED_DEBATES.find(
    (debate) =>
      debate.turns.length === turns.length &&
      debate.turns.every(({ text }, index) => turns[index]?.text === text),
  );
  if (recorded === undefined) return null;
  const isConsistent =
    means === undefined || getLeader(means) === getLeader(computeRecordedMeans(recorded));
  return isConsistent ? recorded.verdict : null;
};
