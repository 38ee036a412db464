import { type AirTime, airTimes } from "#shared/domain/air-times.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import type { Voice } from "#shared/domain/show.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Broadcast, BroadcastTurn } from "./find-broadcast.ts";

/** A sentence on the air. */
export interface AirItem extends AirTime {
  /** Grows from each to the next; those of a later attempt at a turn come after those of an earlier one. */
  order: number;
  turn: BroadcastTurn;
  hash: string;
}

/** What follows the last item: more, a pause, the end, or what only members hear. */
export type Outlook = "more" | "pause" | "end" | "gate";

/** All that somebody may hear of a debate, as far as it is known. */
export interface Programme {
  items: readonly AirItem[];
  outlook: Outlook;
}

/** What is made after it has failed comes too late: nobody waits for it. */
const isSpokenNow = ({ making, version, isOnAir }: BroadcastTurn): boolean =>
  version === 0 && isOnAir === true && (making === "pending" || making === "running");

/** What counts of what was spoken: nothing of an attempt of before. */
const partsOf = ({ isHidden, spoken, spokenAttempt, attempt }: BroadcastTurn) =>
  isHidden || spoken === null || spokenAttempt !== attempt ? [] : spoken;

const isOpen = (turn: BroadcastTurn): boolean =>
  !turn.isHidden && (turn.status === "pending" || turn.status === "streaming" || isSpokenNow(turn));

const orderOf = ({ turnNumber, attempt }: BroadcastTurn, index: number): number =>
  (turnNumber * 10_000 + attempt) * 100_000 + index;

const outlookOf = (turns: readonly BroadcastTurn[], broadcast: Broadcast, viewer: Viewer) => {
  const isFull = viewer === null && turns.length === VISITOR_TURNS;
  const last = turns.at(-1);
  if (turns.some(isOpen)) return "more";
  if (isFull && broadcast.maxTurns > VISITOR_TURNS) return "gate";
  if (broadcast.status === "completed") return "end";
  return broadcast.isPlaying && last?.status !== "failed" ? "more" : "pause";
};

/**
 * How far the voice of a debate is: when the last word that it is known to say ends, by the database's
 * clock, and whether more will be said of what is written.
 */
export const voiceOf = (broadcast: Broadcast): Pick<Voice, "lastWordAt" | "isSpeaking"> => {
  const { items } = programmeOf(broadcast, { id: broadcast.userId, role: "user" });
  return {
    lastWordAt: items.at(-1)?.endsAt ?? 0,
    isSpeaking: broadcast.turns.some((turn) => !turn.isHidden && isSpokenNow(turn)),
  };
};

/** What is on the air of a debate, and when, for this viewer's ears. */
export const programmeOf = (broadcast: Broadcast, viewer: Viewer): Programme => {
  const last = viewer === null ? VISITOR_TURNS : Number.POSITIVE_INFINITY;
  const turns = broadcast.turns.filter(({ turnNumber }) => turnNumber <= last);
  const times = airTimes(
    turns.map((turn) => ({
      turnNumber: turn.turnNumber,
      parts: partsOf(turn),
      isOpen: isOpen(turn),
    })),
  );
  const items: AirItem[] = [];
  for (const time of times) {
    const turn = turns.find(({ turnNumber }) => turnNumber === time.turnNumber);
    const hash = turn?.spoken?.[time.index]?.hash;
    if (!turn || hash === undefined) continue;
    items.push({ ...time, turn, hash, order: orderOf(turn, time.index) });
  }
  return { items, outlook: outlookOf(turns, broadcast, viewer) };
};
