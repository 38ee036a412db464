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

/** A piece of a turn being spoken. */
export interface TurnDelta extends OfDebate {
  turnId: number;
  attempt: number;
  /** UTF-16 characters of this attempt that came before `text`. */
  offset: number;
  text: string;
}

/** The voice has spoken one more sentence of a turn, which may still be going on. */
export interface SpeechPart extends OfDebate {
  turnId: number;
  /** Of the turn. */
  attempt: number;
  /** Of the sentence: they come in order. */
  index: number;
  /** Milliseconds from the beginning of the turn's recording. */
  startMs: number;
  endMs: number;
}

/** What everybody in the room may know of a debate's progress; scores null for visitors. */
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

/** How far a turn is by its row. */
interface TurnStanding extends Pick<Turn, "id" | "attempt" | "status" | "audio" | "isHidden"> {
  /** Of the text that is stored, in UTF-8. */
  bytes: number;
  /** Never for visitors, who do not hear of it. */
  isJudged: boolean;
}

/** How far a debate is by its rows, with the turns that the listener may read. */
export interface DebateStanding extends DebateProgress {
  turns: TurnStanding[];
}

/** Why somebody was signed out everywhere, by somebody else. */
export interface SessionEnded {
  reason:
    | "role_changed"
    | "account_deleted"
    | "account_suspended"
    | "password_changed"
    | "address_restored"
    | "account_left"
    | "ended_by_admin";
  /** The new role. */
  role?: UserRole;
}

/** To those who watch a debate, as far as they may know: visitors hear of its first turns. */
interface DebateEvents {
  "turn:started": (event: OfDebate & { turn: Turn }) => void;
  "turn:delta": (event: TurnDelta) => void;
  "turn:completed": (event: OfDebate & { turn: Turn }) => void;
  "turn:failed": (event: OfDebate & { turn: Turn }) => void;
  /** To members alone. */
  "turn:judged": (event: OfDebate & { turnId: number } & Judgement) => void;
  /** Hidden, or shown again. Carries no text: the client asks again and the server decides. */
  "turn:moderated": (event: OfDebate & { turnId: number }) => void;
  "debate:updated": (event: DebateProgress) => void;
  "debate:deleted": (event: OfDebate) => void;
  /** To those who may not see it any more: it is private now, by its owner or as its topic was refused. */
  "debate:hidden": (event: OfDebate) => void;
  /**
   * Said every few seconds, of a moment ago: whoever has heard everything is as far by now, or
   * further, and whoever is not asks again.
   */
  "debate:standing": (event: DebateStanding) => void;
  /** A sentence of a turn has been spoken; what was said of an earlier attempt is void. */
  "speech:part": (event: SpeechPart) => void;
  "audio:ready": (event: OfDebate & { turnId: number; audio: TurnAudio }) => void;
  "audio:failed": (event: OfDebate & { turnId: number; message: string }) => void;
  /** Carries no counts: the client asks again and the server decides what it may see. */
  "votes:updated": (event: OfDebate) => void;
  "watchers:updated": (event: OfDebate & { watchers: number }) => void;
}

/** To everybody. */
interface SiteEvents {
  /** Which providers do not answer: said every few seconds while there are any, and at the end. */
  "providers:updated": (event: { silent: readonly Provider[] }) => void;
}

/** To those who look at a list, as far as they may know: visitors read the words of first turns. */
interface ListEvents {
  /** Said every few seconds: the debates that go on, the first few of them. */
  "debates:live": (event: { debates: LiveDebate[] }) => void;
}

/** To all tabs of one user. */
interface UserEvents {
  "credits:updated": (event: { credits: number }) => void;
  /** The last thing a user's sockets hear before they are cut. */
  "session:ended": (event: SessionEnded) => void;
}

/** To all tabs of all admins. */
interface AdminEvents {
  /** How far a debate's audio job is. */
  "audio-job:progress": (event: AudioJobProgress) => void;
  /** Said every few seconds: what runs, waits and fails. */
  "operations:updated": (event: Operations) => void;
}

/** Everything the server pushes. */
export interface ServerEvents
  extends DebateEvents, SiteEvents, ListEvents, UserEvents, AdminEvents {}

export type JoinAnswer = { ok: true; watchers: number } | { ok: false; error: ErrorBody };

export const WatchDebate = z.strictObject({ debateId: Id });
export type WatchDebate = z.infer<typeof WatchDebate>;

/** Everything a client may say. */
export interface ClientEvents {
  "debate:join": (request: WatchDebate, answer: (joined: JoinAnswer) => void) => void;
  "debate:leave": (request: WatchDebate) => void;
  /** To hear of the debates that go on, until `lists:leave`. */
  "lists:join": () => void;
  "lists:leave": () => void;
}
