import type { TurnDelta } from "#shared/contract/events.ts";
import type { Judgement, Turn } from "#shared/contract/turn.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";

export interface Merged {
  turns: Turn[];
  /** Something is missing before what was heard: the turns must be asked for again. */
  isBehind: boolean;
}

const UNJUDGED: Judgement = { score: null, feedback: null, judge: null, quotes: null };

const replace = (turns: Turn[], turn: Turn): Turn[] =>
  turns.map((known) => (known.id === turn.id ? turn : known));

/** How far within its attempt a turn has come. */
const PROGRESS = { pending: 0, streaming: 1, complete: 2, failed: 2 } satisfies Record<
  TurnStatus,
  number
>;

/** A failed turn that is asked for again waits in the attempt that failed. */
const isRetry = (known: Turn, next: Turn): boolean =>
  known.status === "failed" && next.status === "pending";

/** The later of two states of one turn, whichever was heard first. */
const later = (known: Turn, next: Turn): Turn => {
  if (next.attempt > known.attempt) return next;
  if (next.attempt < known.attempt) return known;
  const progress = PROGRESS[next.status] - PROGRESS[known.status];
  if (progress < 0 && !isRetry(known, next)) return known;
  if (progress === 0 && next.content.length < known.content.length) return known;
  const { score, feedback, judge, quotes } = known;
  return next.judge === null ? { ...next, score, feedback, judge, quotes } : next;
};

/** A turn as a whole: started, completed, failed, or the answer to a request for it. */
export const mergeTurn = (turns: Turn[], turn: Turn): Turn[] => {
  const known = turns.find(({ id }) => id === turn.id);
  if (known) return replace(turns, later(known, turn));
  return [...turns, turn].sort((a, b) => a.turnNumber - b.turnNumber);
};

/** What the server answers when asked for all: it may be older than what was heard since. */
export const mergeSnapshot = (known: Turn[], snapshot: Turn[]): Turn[] =>
  known.reduce(mergeTurn, snapshot);

/** A piece of text. A newer attempt starts the text over; an overlap and an older one are ignored. */
export const mergeDelta = (turns: Turn[], { turnId, attempt, offset, text }: TurnDelta): Merged => {
  const known = turns.find(({ id }) => id === turnId);
  if (!known) return { turns, isBehind: true };
  const isNewAttempt = attempt > known.attempt;
  const isOver = PROGRESS[known.status] === PROGRESS.complete;
  if (attempt < known.attempt || (isOver && !isNewAttempt)) return { turns, isBehind: false };

  const turn: Turn = isNewAttempt
    ? { ...known, ...UNJUDGED, attempt, status: "streaming", content: "", error: null }
    : known;
  const overlap = turn.content.length - offset;
  if (overlap < 0) return { turns: replace(turns, turn), isBehind: true };
  const content = turn.content + text.slice(overlap);
  return { turns: replace(turns, { ...turn, status: "streaming", content }), isBehind: false };
};

/** What the judge said of a turn. */
export const mergeJudgement = (turns: Turn[], turnId: number, judgement: Judgement): Merged => ({
  turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...judgement } : turn)),
  isBehind: !turns.some(({ id }) => id === turnId),
});
