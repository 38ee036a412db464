import type { TurnDelta } from "#shared/contract/events.ts";
import type { Judgement, Turn, TurnAudio } from "#shared/contract/debates/turn.ts";
import { NO_JUDGEMENT } from "#shared/domain/debates/judging/sealed-results.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";

export interface MergeResult {
  turns: Turn[];
  /** Whether earlier data is missing, so that the turns must be refetched. */
  isBehind: boolean;
}

const replaceTurn = (turns: Turn[], turn: Turn): Turn[] =>
  turns.map((current) => (current.id === turn.id ? turn : current));

/**
 * Order of the statuses of one attempt. `pending` is after `failed`, because a turn that is retried
 * keeps its attempt number until the next attempt starts.
 */
const STATUS_RANK = { streaming: 1, failed: 2, pending: 3, complete: 4 } satisfies Record<
  TurnStatus,
  number
>;

/** Negative if `a` is behind `b`, zero if they are level, positive if `a` is ahead. */
export const compareProgress = (
  a: Pick<Turn, "attempt" | "status">,
  b: Pick<Turn, "attempt" | "status">,
): number => a.attempt - b.attempt || STATUS_RANK[a.status] - STATUS_RANK[b.status];

const AUDIO_STATUS_RANK = { none: 0, pending: 1, failed: 2, ready: 3 } satisfies Record<
  TurnAudio["status"],
  number
>;

/** Compares two states of a recording: negative if `a` is behind `b`. */
export const compareAudioProgress = (a: TurnAudio, b: TurnAudio): number =>
  a.version - b.version || AUDIO_STATUS_RANK[a.status] - AUDIO_STATUS_RANK[b.status];

/**
 * Orders the stages of a judgement: none, one without a score, one with a score. A judgement
 * without a score may be followed by one with a score.
 */
const getJudgingRank = ({ judge, score }: Turn): number =>
  judge === null ? 0 : score === null ? 1 : 2;

const isTurnOpen = ({ status }: Turn): boolean => status === "streaming" || status === "pending";

/**
 * Returns `turn` with the longer text if both are of the same unfinished attempt. The server's
 * stored text may be behind the received deltas.
 */
const withLongerText = (turn: Turn, other: Turn): Turn =>
  turn.attempt === other.attempt &&
  isTurnOpen(turn) &&
  isTurnOpen(other) &&
  turn.content.length < other.content.length
    ? { ...turn, content: other.content }
    : turn;

/**
 * The later of two states of a turn, regardless of their order of arrival. Recording and judgement
 * progress independently, so the later of each is kept.
 */
const pickLaterTurn = (current: Turn, next: Turn): Turn => {
  if (compareProgress(next, current) < 0) return withLongerText(current, next);
  if (next.attempt > current.attempt) return next;
  const audio = compareAudioProgress(next.audio, current.audio) < 0 ? current.audio : next.audio;
  const { score, ruling, feedback, judge, judgeModel, quotes } =
    getJudgingRank(next) < getJudgingRank(current) ? current : next;
  const judgement = { score, ruling, feedback, judge, judgeModel, quotes };
  return withLongerText({ ...next, ...judgement, audio }, current);
};

/** Merges a whole turn, of any status, from an event or a response. Keeps the later state. */
export const mergeTurn = (turns: Turn[], turn: Turn): Turn[] => {
  const current = turns.find(({ id }) => id === turn.id);
  if (current) return replaceTurn(turns, pickLaterTurn(current, turn));
  return [...turns, turn].sort((a, b) => a.turnNumber - b.turnNumber);
};

/**
 * Merges the cached turns into a response with all turns. Cached events may be newer than the
 * response, but the response decides which turns the viewer may read.
 */
export const mergeSnapshot = (current: Turn[], snapshot: Turn[]): Turn[] => {
  const snapshotById = new Map(snapshot.map((turn) => [turn.id, turn]));
  return current
    .filter(({ id, isHidden }) => (snapshotById.get(id)?.isHidden ?? isHidden) === isHidden)
    .reduce(mergeTurn, snapshot);
};

/**
 * Appends a piece of a turn's text. A newer attempt starts the text again. Text that is already
 * there is skipped, and older attempts are ignored.
 */
export const mergeDelta = (
  turns: Turn[],
  { turnId, attempt, offset, text }: TurnDelta,
): MergeResult => {
  const current = turns.find(({ id }) => id === turnId);
  if (!current) return { turns, isBehind: true };
  const isNewAttempt = attempt > current.attempt;
  if (attempt < current.attempt || (!isTurnOpen(current) && !isNewAttempt))
    return { turns, isBehind: false };

  const turn: Turn = isNewAttempt
    ? { ...current, ...NO_JUDGEMENT, attempt, status: "streaming", content: "", error: null }
    : current;
  const overlap = turn.content.length - offset;
  if (overlap < 0) return { turns: replaceTurn(turns, turn), isBehind: true };
  const content = turn.content + text.slice(overlap);
  return { turns: replaceTurn(turns, { ...turn, content }), isBehind: false };
};

export const mergeJudgement = (
  turns: Turn[],
  turnId: number,
  judgement: Judgement,
): MergeResult => ({
  turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...judgement } : turn)),
  isBehind: !turns.some(({ id }) => id === turnId),
});
