import type { TurnDelta } from "#shared/contract/events.ts";
import type { Judgement, Turn, TurnAudio } from "#shared/contract/turn.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";

export interface Merged {
  turns: Turn[];
  /** Something is missing before what was heard: the turns must be asked for again. */
  isBehind: boolean;
}

const UNJUDGED: Judgement = { score: null, feedback: null, judge: null, quotes: null };

const replace = (turns: Turn[], turn: Turn): Turn[] =>
  turns.map((known) => (known.id === turn.id ? turn : known));

/** How far within its attempt a turn has come; one that waits then is waiting for the next. */
const PROGRESS = { streaming: 1, failed: 2, pending: 3, complete: 4 } satisfies Record<
  TurnStatus,
  number
>;

/** Below, at or above zero: `a` is as far as, or not as far as, or further than `b`. */
export const compareProgress = (
  a: Pick<Turn, "attempt" | "status">,
  b: Pick<Turn, "attempt" | "status">,
): number => a.attempt - b.attempt || PROGRESS[a.status] - PROGRESS[b.status];

/** How far a recording has come within its version. */
const AUDIO_PROGRESS = { none: 0, pending: 1, failed: 2, ready: 3 } satisfies Record<
  TurnAudio["status"],
  number
>;

/** The same of two recordings of a turn. */
export const compareAudio = (a: TurnAudio, b: TurnAudio): number =>
  a.version - b.version || AUDIO_PROGRESS[a.status] - AUDIO_PROGRESS[b.status];

/** A judge who could not score a turn may be asked again. */
const judgingProgress = ({ judge, score }: Turn): number =>
  judge === null ? 0 : score === null ? 1 : 2;

const isOpen = ({ status }: Turn): boolean => status === "streaming" || status === "pending";

/** What was heard of an attempt stays until it has ended, also where the rows are behind. */
const withLongerText = (turn: Turn, other: Turn): Turn =>
  turn.attempt === other.attempt &&
  isOpen(turn) &&
  isOpen(other) &&
  turn.content.length < other.content.length
    ? { ...turn, content: other.content }
    : turn;

/**
 * The later of two states of one turn, whichever was heard first. Its recording and what the judge says
 * of it come on their own: each is as far as either knows of the attempt.
 */
const later = (known: Turn, next: Turn): Turn => {
  if (compareProgress(next, known) < 0) return withLongerText(known, next);
  if (next.attempt > known.attempt) return next;
  const audio = compareAudio(next.audio, known.audio) < 0 ? known.audio : next.audio;
  const { score, feedback, judge, quotes } =
    judgingProgress(next) < judgingProgress(known) ? known : next;
  return withLongerText({ ...next, audio, score, feedback, judge, quotes }, known);
};

/** A turn as a whole: started, completed, failed, or the answer to a request for it. */
export const mergeTurn = (turns: Turn[], turn: Turn): Turn[] => {
  const known = turns.find(({ id }) => id === turn.id);
  if (known) return replace(turns, later(known, turn));
  return [...turns, turn].sort((a, b) => a.turnNumber - b.turnNumber);
};

/**
 * What the server answers when asked for all: it may be older than what was heard since, but it alone
 * knows what this viewer may read.
 */
export const mergeSnapshot = (known: Turn[], snapshot: Turn[]): Turn[] => {
  const said = new Map(snapshot.map((turn) => [turn.id, turn]));
  return known
    .filter(({ id, isHidden }) => (said.get(id)?.isHidden ?? isHidden) === isHidden)
    .reduce(mergeTurn, snapshot);
};

/** A piece of text. A newer attempt starts the text over; an overlap and an older one are ignored. */
export const mergeDelta = (turns: Turn[], { turnId, attempt, offset, text }: TurnDelta): Merged => {
  const known = turns.find(({ id }) => id === turnId);
  if (!known) return { turns, isBehind: true };
  const isNewAttempt = attempt > known.attempt;
  if (attempt < known.attempt || (!isOpen(known) && !isNewAttempt))
    return { turns, isBehind: false };

  const turn: Turn = isNewAttempt
    ? { ...known, ...UNJUDGED, attempt, status: "streaming", content: "", error: null }
    : known;
  const overlap = turn.content.length - offset;
  if (overlap < 0) return { turns: replace(turns, turn), isBehind: true };
  const content = turn.content + text.slice(overlap);
  return { turns: replace(turns, { ...turn, content }), isBehind: false };
};

/** What the judge said of a turn. */
export const mergeJudgement = (turns: Turn[], turnId: number, judgement: Judgement): Merged => ({
  turns: turns.map((turn) => (turn.id === turnId ? { ...turn, ...judgement } : turn)),
  isBehind: !turns.some(({ id }) => id === turnId),
});
