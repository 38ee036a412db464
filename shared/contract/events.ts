import { z } from "zod";
import type { Provider } from "../domain/provider.ts";
import type { UserRole } from "../domain/accounts/viewer.ts";
import type { AudioJobProgress } from "./debates/audio.ts";
import type { Debate, LiveDebatePreview } from "./debates/debate.ts";
import type { TurnReactions } from "./debates/reactions.ts";
import type { ErrorBody } from "./errors.ts";
import type { Operations } from "./admin/operations.ts";
import { Id } from "./primitives.ts";
import type { Judgement, Turn, TurnAudio, TurnErrorCode } from "./debates/turn.ts";

interface DebateScoped {
  debateId: number;
}

export interface TurnDelta extends DebateScoped {
  turnId: number;
  attempt: number;
  /** Position of `text` in the text of this attempt, in UTF-16 units. */
  offset: number;
  text: string;
}

/** One more sentence of a turn was synthesized; the turn may still be streaming. */
export interface SpeechPart extends DebateScoped {
  turnId: number;
  attempt: number;
  /** Position of the sentence in its turn. Sentences are sent in order. */
  index: number;
  /** Milliseconds from the start of the turn's recording. */
  startMs: number;
  endMs: number;
}

/**
 * A debate's state for everyone in its room. `scores` is null for visitors, and for members from
 * whom the results are still hidden, see `Debate.seal`.
 */
export interface DebateProgress
  extends
    DebateScoped,
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
    > {
  /**
   * State of the hidden results, see `Debate.seal`. Sent only to members, and only once all turns
   * are judged, because it does not change before.
   */
  seal?: Debate["seal"];
  /** Events of the previous version lack this field. */
  language?: Debate["language"];
}

interface TurnSnapshot extends Pick<Turn, "id" | "attempt" | "status" | "audio" | "isHidden"> {
  /** Size of the stored text in UTF-8. */
  bytes: number;
  /** False for visitors, who receive no judgements, and until the viewer may see the judgement. */
  isJudged: boolean;
}

/** The stored state of a debate, with the turns that the viewer may read. */
export interface DebateSnapshot extends DebateProgress {
  turns: TurnSnapshot[];
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

/** A failed attempt at a turn, which is repeated after a pause. */
export interface TurnWaiting extends DebateScoped {
  turnId: number;
  /** The attempt that failed. */
  attempt: number;
  code: TurnErrorCode;
  /** The pause before the next attempt, in milliseconds. */
  retryMs: number;
}

/** Events for the room of a debate. Visitors only receive those about the first turns. */
interface DebateEvents {
  "turn:started": (event: DebateScoped & { turn: Turn }) => void;
  "turn:delta": (event: TurnDelta) => void;
  "turn:completed": (event: DebateScoped & { turn: Turn }) => void;
  "turn:failed": (event: DebateScoped & { turn: Turn }) => void;
  "turn:waiting": (event: TurnWaiting) => void;
  /**
   * Sent to members only. Judgements of the last turns are at first sent only to members who have
   * voted or skipped the vote. Workers of the previous version send no model.
   */
  "turn:judged": (
    event: DebateScoped & { turnId: number } & Omit<Judgement, "ruling" | "judgeModel"> &
      Partial<Pick<Judgement, "ruling" | "judgeModel">>,
  ) => void;
  /**
   * The turn was hidden or shown again. Carries no text, because the client refetches what it may
   * see.
   */
  "turn:moderated": (event: DebateScoped & { turnId: number }) => void;
  "debate:updated": (event: DebateProgress) => void;
  "debate:deleted": (event: DebateScoped) => void;
  /** For viewers who lost access: the debate became private or its topic was refused. */
  "debate:hidden": (event: DebateScoped) => void;
  /**
   * A snapshot, sent every few seconds. A client whose data is behind the snapshot refetches the
   * debate.
   */
  "debate:snapshot": (event: DebateSnapshot) => void;
  /**
   * The same as `debate:snapshot`, for pages of the previous version. Servers of that version send
   * only this event.
   */
  "debate:standing": (event: DebateSnapshot) => void;
  /** A sentence was synthesized; sentences of earlier attempts are void. */
  "speech:part": (event: SpeechPart) => void;
  "audio:ready": (event: DebateScoped & { turnId: number; audio: TurnAudio }) => void;
  "audio:failed": (event: DebateScoped & { turnId: number; message: string }) => void;
  /** Carries no counts, because the client refetches what it may see. */
  "votes:updated": (event: DebateScoped) => void;
  /**
   * The reactions to some turns, for viewers who have reacted or voted. Sent at most once per
   * second and debate.
   */
  "reactions:updated": (event: DebateScoped & { turns: TurnReactions[] }) => void;
  "watchers:updated": (event: DebateScoped & { watchers: number }) => void;
}

interface SiteEvents {
  /**
   * Providers that do not answer. Sent every few seconds while there are any, and once when all
   * answer again. `silent` repeats `unavailable` for pages of the previous version.
   */
  "providers:updated": (event: {
    unavailable: readonly Provider[];
    silent: readonly Provider[];
  }) => void;
}

/** Events for viewers of a list. Visitors only receive text of the first turns. */
interface ListEvents {
  /** Previews of the first few live debates, sent every few seconds. */
  "debates:live": (event: { debates: LiveDebatePreview[] }) => void;
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

export type JoinDebateResponse = { ok: true; watchers: number } | { ok: false; error: ErrorBody };

export const JoinDebateRequest = z.strictObject({
  debateId: Id,
  /**
   * Whether the debate is only one part of the page. The viewer is then not counted as a watcher.
   */
  isPreview: z.boolean().optional(),
});
export type JoinDebateRequest = z.infer<typeof JoinDebateRequest>;

export interface ClientEvents {
  "debate:join": (request: JoinDebateRequest, answer: (joined: JoinDebateResponse) => void) => void;
  "debate:leave": (request: JoinDebateRequest) => void;
  /** Subscribes to live previews until `lists:leave`. */
  "lists:join": () => void;
  "lists:leave": () => void;
}
