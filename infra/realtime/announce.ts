import type { Server } from "socket.io";
import type { AudioJobProgress } from "#shared/contract/audio.ts";
import type {
  ClientEvents,
  DebateProgress,
  ServerEvents,
  SessionEnded,
  SpeechPart,
} from "#shared/contract/events.ts";
import type { Debate } from "#shared/contract/debate.ts";
import type { TurnAudio } from "#shared/contract/turn.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { deltas } from "../metrics/metrics.ts";
import { HIDDEN, type TurnColumns, turnView } from "../views/turn-view.ts";
import { groupDeltas } from "./delta-groups.ts";
import { ADMIN_ROOM, fullRoom, userRoom, visitorRoom } from "./rooms.ts";

/** What processes tell each other; browsers never hear of it. */
export interface ProcessEvents {
  /** A recording is there, or will not be: whoever waits for it may look. */
  "audio:settled": (turnId: number) => void;
  /** There is more of a debate to be heard live. */
  "speech:spoken": (debateId: number) => void;
  /** The first words of a turn have just been said, at that time: a step of this trace. */
  "turn:traced": (debateId: number, traceparent: string, saidAt: number) => void;
  /** Others than before may see a debate, or nobody: what is remembered of that is out of date. */
  "visibility:changed": (debateId: number) => void;
}

export type SocketServer = Server<ClientEvents, ServerEvents, ProcessEvents>;

const VISITOR: Viewer = null;

/** The columns a debate's progress is made of. */
export type ProgressColumns = Omit<DebateProgress, "debateId"> & Pick<Debate, "id">;

/** Named one by one: a row may have more, which nobody is told. */
const progressOf = (row: ProgressColumns): DebateProgress => ({
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
});

/** The turn that something is about. */
type TurnPlace = Pick<TurnColumns, "debateId" | "turnNumber"> & { turnId: number };

/**
 * Says, to whom it concerns, what the rows already say. Called after the commit only. Of who may
 * see a debate this process does not tell itself: `forget` is called.
 */
export const createAnnounce = (io: SocketServer, forget = (_debateId: number) => {}) => {
  const groups = groupDeltas(io);
  /** What else is said overtakes no words. */
  const to = (rooms: string | string[]) => {
    groups.flush();
    return io.to(rooms);
  };
  const everyone = (debateId: number) => to([fullRoom(debateId), visitorRoom(debateId)]);
  const readersOf = ({ debateId, turnNumber }: Pick<TurnColumns, "debateId" | "turnNumber">) =>
    maySeeTurn(VISITOR, turnNumber) ? everyone(debateId) : to(fullRoom(debateId));

  /** First of all: nobody may come in once the others have been sent away. */
  const visibilityChanged = (debateId: number) => {
    forget(debateId);
    io.serverSideEmit("visibility:changed", debateId);
  };

  /** Not judged yet, a turn looks the same to all its readers: told once, to both rooms. */
  const turn = (name: "turn:started" | "turn:completed" | "turn:failed", row: TurnColumns) =>
    readersOf(row).emit(name, { debateId: row.debateId, turn: turnView(row, VISITOR) });

  return {
    turnStarted: (row: TurnColumns) => turn("turn:started", row),
    turnCompleted: (row: TurnColumns) => turn("turn:completed", row),
    turnFailed: (row: TurnColumns) => turn("turn:failed", row),

    turnDelta(row: TurnColumns, offset: number, text: string) {
      const { debateId, id: turnId, attempt } = row;
      deltas.inc();
      const isForVisitors = maySeeTurn(VISITOR, row.turnNumber);
      groups.say({ delta: { debateId, turnId, attempt, offset, text }, isForVisitors });
    },

    /** For those who trace how long words take to their watchers: behind the words. */
    turnTraced({ debateId }: TurnColumns, traceparent: string) {
      groups.flush();
      io.serverSideEmit("turn:traced", debateId, traceparent, Date.now());
    },

    /** What the judge says of a turn that is hidden repeats it. */
    turnJudged(row: TurnColumns) {
      const { debateId, id: turnId, score, judge, isHidden } = row;
      const { feedback, quotes } = isHidden ? HIDDEN : row;
      const judged = { debateId, turnId, score, feedback, judge, quotes };
      to(fullRoom(debateId)).emit("turn:judged", judged);
    },

    turnModerated(place: TurnPlace) {
      const { debateId, turnId } = place;
      readersOf(place).emit("turn:moderated", { debateId, turnId });
    },

    debateUpdated(row: ProgressColumns) {
      const progress = progressOf(row);
      const { debateId, scores } = progress;
      if (scores === null) {
        everyone(debateId).emit("debate:updated", progress);
        return;
      }
      to(fullRoom(debateId)).emit("debate:updated", progress);
      to(visitorRoom(debateId)).emit("debate:updated", { ...progress, scores: null });
    },

    debateDeleted(debateId: number) {
      visibilityChanged(debateId);
      everyone(debateId).emit("debate:deleted", { debateId });
      everyone(debateId).socketsLeave([fullRoom(debateId), visitorRoom(debateId)]);
    },

    /** Sends everybody away who may not see it any more. */
    debateHidden(debateId: number, ownerId: number) {
      visibilityChanged(debateId);
      const others = everyone(debateId).except(userRoom(ownerId));
      others.emit("debate:hidden", { debateId });
      others.socketsLeave([fullRoom(debateId), visitorRoom(debateId)]);
    },

    speechPart(place: TurnPlace, part: Omit<SpeechPart, "debateId" | "turnId">) {
      const { debateId, turnId } = place;
      readersOf(place).emit("speech:part", { debateId, turnId, ...part });
      io.serverSideEmit("speech:spoken", debateId);
    },

    audioReady(place: TurnPlace, audio: TurnAudio) {
      const { debateId, turnId } = place;
      readersOf(place).emit("audio:ready", { debateId, turnId, audio });
      io.serverSideEmit("audio:settled", turnId);
    },

    /** Listeners who still have an earlier recording have nothing to worry about. */
    audioFailed(place: TurnPlace, message: string, isThereAnother: boolean) {
      const { debateId, turnId } = place;
      if (!isThereAnother) readersOf(place).emit("audio:failed", { debateId, turnId, message });
      io.serverSideEmit("audio:settled", turnId);
    },

    audioJobProgress: (progress: AudioJobProgress) =>
      to(ADMIN_ROOM).emit("audio-job:progress", progress),

    votesUpdated: (debateId: number) => everyone(debateId).emit("votes:updated", { debateId }),
    creditsUpdated: (userId: number, credits: number) =>
      to(userRoom(userId)).emit("credits:updated", { credits }),

    /** Tells every page of a user why they are signed out, and cuts it off from all rooms. */
    sessionsEnded(userId: number, why: SessionEnded) {
      to(userRoom(userId)).emit("session:ended", why);
      io.in(userRoom(userId)).disconnectSockets(true);
    },
  };
};

export type Announce = ReturnType<typeof createAnnounce>;
