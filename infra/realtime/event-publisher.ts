import type { Server } from "socket.io";
import type { AudioJobProgress } from "#shared/contract/debates/audio.ts";
import type {
  ClientEvents,
  DebateProgress,
  ServerEvents,
  SessionEnded,
  SpeechPart,
} from "#shared/contract/events.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { TurnAudio, TurnErrorCode } from "#shared/contract/debates/turn.ts";
import {
  getSealState,
  isSealedTurn,
  isSealInForce,
  type SealSubject,
} from "#shared/domain/debates/judging/sealed-results.ts";
import { canSeeTurn } from "#shared/domain/accounts/visitor-limits.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { turnDeltas } from "../metrics/registry.ts";
import { HIDDEN_TURN_FIELDS, type TurnColumns, presentTurn } from "../presenters/turn-presenter.ts";
import { createDeltaBatcher } from "./delta-batcher.ts";
import { ADMIN_ROOM, debateRooms, fullRoom, resultsRoom, userRoom, visitorRoom } from "./rooms.ts";

/** Events between processes; browsers do not receive them. */
export interface ProcessEvents {
  /** A recording is complete or has failed. */
  "audio:settled": (turnId: number) => void;
  "speech:spoken": (debateId: number) => void;
  /**
   * The first words of a turn were sent at `firstDeltaAt`, in milliseconds since 1970. Used for
   * tracing.
   */
  "turn:traced": (debateId: number, traceparent: string, firstDeltaAt: number) => void;
  /** The visibility of a debate has changed, so cached permissions are outdated. */
  "visibility:changed": (debateId: number) => void;
  /** The user has voted or skipped the vote, and gets the debate's sealed results from now on. */
  "seal:ended": (debateId: number, userId: number) => void;
}

export type SocketServer = Server<ClientEvents, ServerEvents, ProcessEvents>;

const VISITOR_VIEWER: Viewer = null;

export type ProgressColumns = Omit<DebateProgress, "debateId" | "seal"> &
  Pick<Debate, "id"> &
  Pick<SealSubject, "spokenAt">;

/** Copies only these columns. The row may have further ones, which must not be sent to browsers. */
const presentProgress = (row: ProgressColumns): DebateProgress => ({
  debateId: row.id,
  status: row.status,
  currentTurn: row.currentTurn,
  scores: row.scores,
  refunded: row.refunded,
  refusal: row.refusal,
  isPublic: row.isPublic,
  shareEnabled: row.shareEnabled,
  onlyOwnerSteps: row.onlyOwnerSteps,
  pace: row.pace,
  autoPlay: row.autoPlay,
  spendingPause: row.spendingPause,
  ...(row.language !== undefined && { language: row.language }),
});

interface OwnProcessListeners {
  onVisibilityChange?: (debateId: number) => void;
  onSealEnd?: (debateId: number, userId: number) => void;
}

type TurnRef = Pick<TurnColumns, "debateId" | "turnNumber"> & { turnId: number };

/**
 * Sends socket events for committed changes. Must be called only after the commit. Socket.IO does
 * not deliver events between processes to their sender, so this process calls the functions in
 * `own` itself.
 */
export const createEventPublisher = (io: SocketServer, own: OwnProcessListeners = {}) => {
  const batcher = createDeltaBatcher(io);
  /** Flushes pending deltas first, so that no event overtakes them. */
  const to = (rooms: string | string[]) => {
    batcher.flush();
    return io.to(rooms);
  };
  const toViewers = (debateId: number) => to([fullRoom(debateId), visitorRoom(debateId)]);
  const toTurnReaders = ({ debateId, turnNumber }: Pick<TurnColumns, "debateId" | "turnNumber">) =>
    canSeeTurn(VISITOR_VIEWER, turnNumber) ? toViewers(debateId) : to(fullRoom(debateId));

  /**
   * Announces that cached permissions are outdated. Must run before sockets are removed from rooms,
   * because a socket could otherwise rejoin with the old permissions.
   */
  const visibilityChanged = (debateId: number) => {
    own.onVisibilityChange?.(debateId);
    io.serverSideEmit("visibility:changed", debateId);
  };

  /**
   * Sends one event to members and visitors, because a turn without a judgement has the same fields
   * for both.
   */
  const turn = (name: "turn:started" | "turn:completed" | "turn:failed", row: TurnColumns) =>
    toTurnReaders(row).emit(name, {
      debateId: row.debateId,
      turn: presentTurn(row, VISITOR_VIEWER, true),
    });

  return {
    turnStarted: (row: TurnColumns) => turn("turn:started", row),
    turnCompleted: (row: TurnColumns) => turn("turn:completed", row),
    turnFailed: (row: TurnColumns) => turn("turn:failed", row),

    turnWaiting(row: TurnColumns, code: TurnErrorCode, retryMs: number) {
      const { debateId, id: turnId, attempt } = row;
      toTurnReaders(row).emit("turn:waiting", { debateId, turnId, attempt, code, retryMs });
    },

    turnDelta(row: TurnColumns, offset: number, text: string) {
      const { debateId, id: turnId, attempt } = row;
      turnDeltas.inc();
      const isForVisitors = canSeeTurn(VISITOR_VIEWER, row.turnNumber);
      batcher.add({ delta: { debateId, turnId, attempt, offset, text }, isForVisitors });
    },

    /**
     * Announces when the first words were sent, for the trace from the model to the viewers.
     * Pending deltas are sent first.
     */
    turnTraced({ debateId }: TurnColumns, traceparent: string) {
      batcher.flush();
      io.serverSideEmit("turn:traced", debateId, traceparent, Date.now());
    },

    /**
     * Leaves out ruling, feedback and quotes of a hidden turn, because they repeat its text. While
     * results are sealed, the judgements of the last turns are sent only to members who have voted
     * or skipped the vote.
     */
    turnJudged(row: TurnColumns, debate: SealSubject & Pick<Debate, "maxTurns">) {
      const { debateId, id: turnId, score, judge, judgeModel, isHidden } = row;
      const { ruling, feedback, quotes } = isHidden ? HIDDEN_TURN_FIELDS : row;
      const judged = { debateId, turnId, score, ruling, feedback, judge, judgeModel, quotes };
      const isSealed =
        isSealedTurn(row.turnNumber, debate.maxTurns) && isSealInForce(debate, Date.now());
      to(isSealed ? resultsRoom(debateId) : fullRoom(debateId)).emit("turn:judged", judged);
    },

    turnModerated(turnRef: TurnRef) {
      const { debateId, turnId } = turnRef;
      toTurnReaders(turnRef).emit("turn:moderated", { debateId, turnId });
    },

    debateUpdated(row: ProgressColumns) {
      const progress = presentProgress(row);
      const { debateId, scores } = progress;
      if (scores === null) {
        toViewers(debateId).emit("debate:updated", progress);
        return;
      }
      const withoutScores = { ...progress, scores: null };
      if (isSealInForce(row, Date.now())) {
        const sealed = { ...withoutScores, seal: getSealState(scores) };
        to(fullRoom(debateId)).except(resultsRoom(debateId)).emit("debate:updated", sealed);
        to(resultsRoom(debateId)).emit("debate:updated", { ...progress, seal: null });
      } else to(fullRoom(debateId)).emit("debate:updated", { ...progress, seal: null });
      to(visitorRoom(debateId)).emit("debate:updated", withoutScores);
    },

    debateDeleted(debateId: number) {
      visibilityChanged(debateId);
      toViewers(debateId).emit("debate:deleted", { debateId });
      toViewers(debateId).socketsLeave(debateRooms(debateId));
    },

    /**
     * Announces that the debate is hidden and removes all sockets except the owner's from its
     * rooms.
     */
    debateHidden(debateId: number, ownerId: number) {
      visibilityChanged(debateId);
      const otherViewers = toViewers(debateId).except(userRoom(ownerId));
      otherViewers.emit("debate:hidden", { debateId });
      otherViewers.socketsLeave(debateRooms(debateId));
    },

    speechPart(turnRef: TurnRef, part: Omit<SpeechPart, "debateId" | "turnId">) {
      const { debateId, turnId } = turnRef;
      toTurnReaders(turnRef).emit("speech:part", { debateId, turnId, ...part });
      io.serverSideEmit("speech:spoken", debateId);
    },

    audioReady(turnRef: TurnRef, audio: TurnAudio) {
      const { debateId, turnId } = turnRef;
      toTurnReaders(turnRef).emit("audio:ready", { debateId, turnId, audio });
      io.serverSideEmit("audio:settled", turnId);
    },

    /**
     * If there is an earlier recording, nothing is sent, because listeners can still play that one.
     */
    audioFailed(turnRef: TurnRef, message: string, hasEarlierRecording: boolean) {
      const { debateId, turnId } = turnRef;
      if (!hasEarlierRecording)
        toTurnReaders(turnRef).emit("audio:failed", { debateId, turnId, message });
      io.serverSideEmit("audio:settled", turnId);
    },

    audioJobProgress: (progress: AudioJobProgress) =>
      to(ADMIN_ROOM).emit("audio-job:progress", progress),

    /** Lets all of the user's sockets that watch the debate receive its sealed results. */
    sealEnded(debateId: number, userId: number) {
      own.onSealEnd?.(debateId, userId);
      io.serverSideEmit("seal:ended", debateId, userId);
    },

    votesUpdated: (debateId: number) => toViewers(debateId).emit("votes:updated", { debateId }),
    creditsUpdated: (userId: number, credits: number) =>
      to(userRoom(userId)).emit("credits:updated", { credits }),

    /**
     * Sends all pages of a user the reason why they are signed out, and disconnects their sockets.
     */
    sessionsEnded(userId: number, reason: SessionEnded) {
      to(userRoom(userId)).emit("session:ended", reason);
      io.in(userRoom(userId)).disconnectSockets(true);
    },
  };
};

export type EventPublisher = ReturnType<typeof createEventPublisher>;
