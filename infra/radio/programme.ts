import { type AirTime, airTimes } from "#shared/domain/air-times.ts";
import { isBroadcasting, type LiveState } from "#shared/domain/live.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import type { Voice } from "#shared/domain/show.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Broadcast, BroadcastTurn } from "./find-broadcast.ts";

export interface AirItem extends AirTime {
  /**
   * Increases from item to item; items of a later attempt at a turn come after those of an earlier
   * one.
   */
  order: number;
  turn: BroadcastTurn;
  hash: string;
}

/** What follows the last item: more, a pause, the end, or turns for members only. */
export type Outlook = "more" | "pause" | "end" | "gate";

export interface Programme {
  items: readonly AirItem[];
  outlook: Outlook;
}

/** A recording that is retried after a failure is too late for the live stream. */
const isComing = ({ making, version, isOnAir }: BroadcastTurn): boolean =>
  version === 0 && isOnAir === true && (making === "pending" || making === "running");

const isUnderWay = ({ status }: BroadcastTurn): boolean =>
  status === "pending" || status === "streaming";

const progressOf = ({ now, status, isPlaying, writtenAt, turns }: Broadcast) => ({
  now,
  status,
  isAutoPlayOn: isPlaying,
  isWriting: turns.some(isUnderWay),
  writtenAt,
  lastSpokenAt: Math.max(0, ...turns.flatMap(({ spoken }) => (spoken ?? []).map(({ at }) => at))),
});

/** Turns whose recording will still be part of the live stream. */
const comingIn = (broadcast: Broadcast): ReadonlySet<BroadcastTurn> => {
  if (!isBroadcasting(progressOf(broadcast))) return new Set();
  return new Set(broadcast.turns.filter((turn) => !turn.isHidden && isComing(turn)));
};

/** Leaves out sentences of an earlier attempt. */
const partsOf = ({ isHidden, spoken, spokenAttempt, attempt }: BroadcastTurn) =>
  isHidden || spoken === null || spokenAttempt !== attempt ? [] : spoken;

type IsOpen = (turn: BroadcastTurn) => boolean;

const openIn = (broadcast: Broadcast): IsOpen => {
  const coming = comingIn(broadcast);
  return (turn) => !turn.isHidden && (isUnderWay(turn) || coming.has(turn));
};

const orderOf = ({ turnNumber, attempt }: BroadcastTurn, index: number): number =>
  (turnNumber * 10_000 + attempt) * 100_000 + index;

const outlookOf = (
  turns: readonly BroadcastTurn[],
  broadcast: Broadcast,
  viewer: Viewer,
  isOpen: IsOpen,
) => {
  const isFull = viewer === null && turns.length === VISITOR_TURNS;
  const last = turns.at(-1);
  if (turns.some(isOpen)) return "more";
  if (isFull && broadcast.maxTurns > VISITOR_TURNS) return "gate";
  if (broadcast.status === "completed") return "end";
  return broadcast.isPlaying && last?.status !== "failed" ? "more" : "pause";
};

export const fullProgrammeOf = (broadcast: Broadcast): Programme =>
  programmeOf(broadcast, { id: broadcast.userId, role: "user" });

const lastWordAt = (broadcast: Broadcast): number =>
  fullProgrammeOf(broadcast).items.at(-1)?.endsAt ?? 0;

/**
 * When the last scheduled sentence ends, by the database's clock, and whether more sentences of
 * written turns will follow.
 */
export const voiceOf = (broadcast: Broadcast): Pick<Voice, "lastWordAt" | "isSpeaking"> => ({
  lastWordAt: lastWordAt(broadcast),
  isSpeaking: comingIn(broadcast).size > 0,
});

export const liveStateOf = (broadcast: Broadcast): LiveState => ({
  ...progressOf(broadcast),
  isSpeaking: [...comingIn(broadcast)].some(({ making }) => making === "running"),
  lastWordAt: lastWordAt(broadcast),
});

export const programmeOf = (broadcast: Broadcast, viewer: Viewer): Programme => {
  const last = viewer === null ? VISITOR_TURNS : Number.POSITIVE_INFINITY;
  const turns = broadcast.turns.filter(({ turnNumber }) => turnNumber <= last);
  const isOpen = openIn(broadcast);
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
  return { items, outlook: outlookOf(turns, broadcast, viewer, isOpen) };
};
