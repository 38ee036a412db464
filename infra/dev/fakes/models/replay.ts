import { getTurnType } from "#shared/domain/debates/turn.ts";
import { RECORDED_DEBATES, type RecordedDebate } from "../recordings/recorded-debates.ts";
import type { MeanScores } from "./generator/judge.ts";
import type { DebateSide, FakeJudgement, PastTurn, SpeechRequest } from "./speech-request.ts";

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
 * Returns the turn of a written debate that is replayed in a debate of `maxTurns` turns. A closing
 * is always replayed by a written closing. Returns undefined for the middle turns by which the
 * debate is longer than the written one.
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
 * Returns the written speech for a request. Returns null if there is no written debate on the
 * topic or it has no such turn. Also returns null if the previous turn differs from the written
 * one, which the written speech would quote.
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

/** Returns the judgement of a speech from a written debate; null for any other text. */
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
 * Returns the verdict of a written debate whose turns were all replayed unchanged. Returns null
 * for any other debate, and if the given mean scores have another winner.
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
