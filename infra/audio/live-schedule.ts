import {
  JOIN_OFFSET_MS,
  type ScheduledSentence,
  scheduleSentences,
} from "#shared/domain/audio/sentence-schedule.ts";
import { isBroadcasting, type LiveState } from "#shared/domain/debates/live-previews.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import type { VoiceProgress } from "#shared/domain/audio/voice-wait.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { StreamedDebate, StreamedTurn } from "./find-streamed-debate.ts";

export interface LiveScheduleItem extends ScheduledSentence {
  /** Sort key. Items of a later attempt at a turn come after those of an earlier attempt. */
  order: number;
  turn: StreamedTurn;
  hash: string;
}

/**
 * What follows the last item: more items, a pause, the end, or (`gate`) turns that visitors must
 * sign in to hear.
 */
export type ScheduleEnd = "more" | "pause" | "end" | "gate";

export interface LiveSchedule {
  items: readonly LiveScheduleItem[];
  outlook: ScheduleEnd;
}

/**
 * Whether the turn's first recording is in progress. A recording that is retried after a failure
 * does not count, because it is too late for the live stream.
 */
const isRecordingInProgress = ({ recordingStatus, version, isOnAir }: StreamedTurn): boolean =>
  version === 0 &&
  isOnAir === true &&
  (recordingStatus === "pending" || recordingStatus === "running");

const isTurnInProgress = ({ status }: StreamedTurn): boolean =>
  status === "pending" || status === "streaming";

const getLiveProgress = ({ now, status, isAutoPlayOn, writtenAt, turns }: StreamedDebate) => ({
  now,
  status,
  isAutoPlayOn,
  isWriting: turns.some(isTurnInProgress),
  writtenAt,
  lastSpokenAt: Math.max(0, ...turns.flatMap(({ spoken }) => (spoken ?? []).map(({ at }) => at))),
});

/** Returns the turns whose recording is still being made and will be part of the live stream. */
const findTurnsBeingRecorded = (broadcast: StreamedDebate): ReadonlySet<StreamedTurn> => {
  if (!isBroadcasting(getLiveProgress(broadcast))) return new Set();
  return new Set(broadcast.turns.filter((turn) => !turn.isHidden && isRecordingInProgress(turn)));
};

/**
 * Returns the turn's spoken sentences, or none if they belong to an earlier attempt at the turn.
 */
const getSpokenParts = ({ isHidden, spoken, spokenAttempt, attempt }: StreamedTurn) =>
  isHidden || spoken === null || spokenAttempt !== attempt ? [] : spoken;

type IsTurnOpen = (turn: StreamedTurn) => boolean;

const createOpenTurnCheck = (broadcast: StreamedDebate): IsTurnOpen => {
  const turnsBeingRecorded = findTurnsBeingRecorded(broadcast);
  return (turn) => !turn.isHidden && (isTurnInProgress(turn) || turnsBeingRecorded.has(turn));
};

const getItemOrder = ({ turnNumber, attempt }: StreamedTurn, index: number): number =>
  (turnNumber * 10_000 + attempt) * 100_000 + index;

const getScheduleEnd = (
  turns: readonly StreamedTurn[],
  broadcast: StreamedDebate,
  viewer: Viewer,
  isOpen: IsTurnOpen,
) => {
  const isFull = viewer === null && turns.length === VISITOR_MAX_TURNS;
  const last = turns.at(-1);
  if (turns.some(isOpen)) return "more";
  if (isFull && broadcast.maxTurns > VISITOR_MAX_TURNS) return "gate";
  if (broadcast.status === "completed") return "end";
  return broadcast.isAutoPlayOn && last?.status !== "failed" ? "more" : "pause";
};

export const buildFullLiveSchedule = (broadcast: StreamedDebate): LiveSchedule =>
  buildLiveSchedule(broadcast, { id: broadcast.userId, role: "user" });

const getLastWordAt = (broadcast: StreamedDebate): number =>
  buildFullLiveSchedule(broadcast).items.at(-1)?.endsAt ?? 0;

/**
 * Returns when the last scheduled sentence ends, by the database's clock. `isSpeaking` is true
 * while a recording for the live stream is pending or in progress, because it will add sentences.
 */
export const getVoiceProgress = (
  broadcast: StreamedDebate,
): Pick<VoiceProgress, "lastWordAt" | "isSpeaking"> => ({
  lastWordAt: getLastWordAt(broadcast),
  isSpeaking: findTurnsBeingRecorded(broadcast).size > 0,
});

export const getLiveState = (broadcast: StreamedDebate): LiveState => ({
  ...getLiveProgress(broadcast),
  isSpeaking: [...findTurnsBeingRecorded(broadcast)].some(
    ({ recordingStatus }) => recordingStatus === "running",
  ),
  lastWordAt: getLastWordAt(broadcast),
});

/** Returns the number of the turn that pages show as being spoken; null if none is. */
export const findSpokenTurnNumber = (
  broadcast: StreamedDebate,
  { items }: LiveSchedule,
): number | null => {
  const isOpen = createOpenTurnCheck(broadcast);
  const shownUntil = broadcast.now - JOIN_OFFSET_MS;
  const isSpoken = (turn: StreamedTurn) =>
    isOpen(turn) || items.some((item) => item.turn === turn && item.endsAt > shownUntil);
  return broadcast.turns.find(isSpoken)?.turnNumber ?? null;
};

export const buildLiveSchedule = (broadcast: StreamedDebate, viewer: Viewer): LiveSchedule => {
  const last = viewer === null ? VISITOR_MAX_TURNS : Number.POSITIVE_INFINITY;
  const turns = broadcast.turns.filter(({ turnNumber }) => turnNumber <= last);
  const isOpen = createOpenTurnCheck(broadcast);
  const times = scheduleSentences(
    turns.map((turn) => ({
      turnNumber: turn.turnNumber,
      parts: getSpokenParts(turn),
      isOpen: isOpen(turn),
    })),
  );
  const items: LiveScheduleItem[] = [];
  for (const time of times) {
    const turn = turns.find(({ turnNumber }) => turnNumber === time.turnNumber);
    const hash = turn?.spoken?.[time.index]?.hash;
    if (!turn || hash === undefined) continue;
    items.push({ ...time, turn, hash, order: getItemOrder(turn, time.index) });
  }
  return { items, outlook: getScheduleEnd(turns, broadcast, viewer, isOpen) };
};
