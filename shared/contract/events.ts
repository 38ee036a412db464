import { z } from "zod";
import type { Provider } from "../domain/provider.ts";
import type { UserRole } from "../domain/viewer.ts";
import type { AudioJobProgress } from "./audio.ts";
import type { Debate, LiveDebate } from "./debate.ts";
import type { ErrorBody } from "./errors.ts";
import type { Operations } from "./operations.ts";
import { Id } from "./primitives.ts";
import type { Judgement, Turn, TurnAudio } from "./turn.ts";

interface OfDebate {
  debateId: number;
}

export interface TurnDelta extends OfDebate {
  turnId: number;
  attempt: number;
  /** UTF-16 characters of this attempt before `text`. */
  offset: number;
  text: string;
}

/** One more sentence of a turn was synthesized; the turn may still be streaming. */
export interface SpeechPart extends OfDebate {
  turnId: number;
  /** The attempt number of the turn. */
  attempt: number;
  /** Position of the sentence; sentences are sent in order. */
  index: number;
  /** Milliseconds from the start of the turn's recording. */
  startMs: number;
  endMs: number;
}

/** A debate's state for everyone in its room. `scores` is null for visitors. */
export interface DebateProgress
  extends
    OfDebate,
    Pick<
      Debate,
      | "status"
      | "currentTurn"
      | "scores"
      | "refunded"
      | "refusal"
      | "isPublic"
      | "shareEnabled"
      | "onlyOwnerSteps"
      | "pace"
      | "autoPlay"
      | "spendingPause"
    > {}

interface TurnStanding extends Pick<Turn, "id" | "attempt" | "status" | "audio" | "isHidden"> {
  /** Size of the stored text in UTF-8. */
  bytes: number;
  /** Always false for visitors, who receive no judgements. */
  isJudged: boolean;
}

/** The stored state of a debate, with the turns that the viewer may read. */
export interface DebateStanding extends DebateProgress {
  turns: TurnStanding[];
}

export interface SessionEnded {
  reason:
    | "role_changed"
    | "account_deleted"
    | "account_suspended"
    | "password_changed"
    | "address_restored"
    | "account_left"
    | "ended_by_admin";
  role?: UserRole;
}

/** Events for the room of a debate. Visitors only receive those about the first turns. */
interface DebateEvents {
  "turn:started": (event: OfDebate & { turn: Turn }) => void;
  "turn:delta": (event: TurnDelta) => void;
  "turn:completed": (event: OfDebate & { turn: Turn }) => void;
  "turn:failed": (event: OfDebate & { turn: Turn }) => void;
  /** For members only. */
  "turn:judged": (event: OfDebate & { turnId: number } & Judgement) => void;
  /** Hidden or shown again. Carries no text, because the client refetches what it may see. */
  "turn:moderated": (event: OfDebate & { turnId: number }) => void;
  "debate:updated": (event: DebateProgress) => void;
  "debate:deleted": (event: OfDebate) => void;
  /** For viewers who lost access: the debate became private or its topic was refused. */
  "debate:hidden": (event: OfDebate) => void;
  /**
   * A snapshot, sent every few seconds. A client that has less than the snapshot refetches the
   * debate.
   */
  "debate:standing": (event: DebateStanding) => void;
  /** A sentence was synthesized; sentences of earlier attempts are void. */
  "speech:part": (event: SpeechPart) => void;
  "audio:ready": (event: OfDebate & { turnId: number; audio: TurnAudio }) => void;
  "audio:failed": (event: OfDebate & { turnId: number; message: string }) => void;
  /** Carries no counts, because the client refetches what it may see. */
  "votes:updated": (event: OfDebate) => void;
  "watchers:updated": (event: OfDebate & { watchers: number }) => void;
}

interface SiteEvents {
  /**
   * Providers that do not answer. Sent every few seconds while there are any, and once at the end.
   */
  "providers:updated": (event: { silent: readonly Provider[] }) => void;
}

/** Events for viewers of a list. Visitors only receive texts of first turns. */
interface ListEvents {
  /** Previews of the first few live debates, sent every few seconds. */
  "debates:live": (event: { debates: LiveDebate[] }) => void;
}

/** Events for all tabs of a user. */
interface UserEvents {
  "credits:updated": (event: { credits: number }) => void;
  /** The last event before a user's sockets are disconnected. */
  "session:ended": (event: SessionEnded) => void;
}

/** Events for all tabs of all admins. */
interface AdminEvents {
  "audio-job:progress": (event: AudioJobProgress) => void;
  /** Running, waiting and failed jobs, sent every few seconds. */
  "operations:updated": (event: Operations) => void;
}

export interface ServerEvents
  extends DebateEvents, SiteEvents, ListEvents, UserEvents, AdminEvents {}

export type JoinAnswer = { ok: true; watchers: number } | { ok: false; error: ErrorBody };

export const WatchDebate = z.strictObject({ debateId: Id });
export type WatchDebate = z.infer<typeof WatchDebate>;

export interface ClientEvents {
  "debate:join": (request: WatchDebate, answer: (joined: JoinAnswer) => void) => void;
  "debate:leave": (request: WatchDebate) => void;
  /** Subscribes to live previews until `lists:leave`. */
  "lists:join": () => void;
  "lists:leave": () => void;
}
