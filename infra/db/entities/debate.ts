import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { DebateScores } from "#shared/contract/debates/debate.ts";
import type { DebateStatus, Format, Pace } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import type { Stance } from "#shared/domain/debates/side.ts";
import { DEFAULT_TURNS } from "#shared/domain/debates/turn.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import type { JobStatus } from "./job-status.ts";
import { UserEntity } from "./user.ts";

@Entity("debates")
export class DebateEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @Column({ type: "text" })
  topic!: string;

  /** Null for debates that were created before debates had a language. */
  @Column({ type: "text", nullable: true })
  language!: LanguageTag | null;

  @Column({ type: "text", default: "pending" })
  status!: DebateStatus;

  @Column({ name: "max_turns", type: "int", default: DEFAULT_TURNS })
  maxTurns!: number;

  /** Number of completed turns. */
  @Column({ name: "current_turn", type: "int", default: 0 })
  currentTurn!: number;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;

  /** When the last turn was completed; null before the first. */
  @Column({ name: "spoken_at", type: "timestamptz", nullable: true })
  spokenAt!: Date | null;

  @ForeignKey(() => UserEntity, { onDelete: "CASCADE" })
  @Column({ name: "user_id", type: "int" })
  userId!: number;

  @Column({ name: "is_public", type: "boolean", default: true })
  isPublic!: boolean;

  /**
   * Whether the debate is blind. While its identities are hidden, the columns of the providers, models
   * and judges contain neutral values, and the real ones are in `debate_identities` and
   * `turn_identities`.
   */
  @Column({ type: "boolean", default: false })
  mystery!: boolean;

  /** Whether a debater of a blind debate said its own name. The votes on it are then not rated. */
  @Column({ name: "named_itself", type: "boolean", default: false })
  namedItself!: boolean;

  @Column({ name: "bot_a_provider", type: "text", default: "openai" })
  botAProvider!: Speaker;

  @Column({ name: "bot_b_provider", type: "text", default: "openai" })
  botBProvider!: Speaker;

  @Column({ name: "bot_a_stance", type: "text", default: "for" })
  botAStance!: Stance;

  @Column({ name: "bot_b_stance", type: "text", default: "against" })
  botBStance!: Stance;

  @Column({ type: "text", default: "standard" })
  format!: Format;

  @Column({ name: "share_enabled", type: "boolean", default: true })
  shareEnabled!: boolean;

  @Column({ type: "jsonb", nullable: true })
  scores!: DebateScores | null;

  @Column({ type: "int", default: 0 })
  upvotes!: number;

  @Column({ type: "int", default: 0 })
  downvotes!: number;

  @Column({ name: "winner_votes", type: "int", default: 0 })
  winnerVotes!: number;

  /**
   * Rank in the list of popular debates. Stored, so that the list is one index scan. Every vote
   * updates it.
   */
  @Column({ type: "double precision", default: 0 })
  popularity!: number;

  /** Whether the credit was refunded, because the first turn failed permanently. */
  @Column({ type: "boolean", default: false })
  refunded!: boolean;

  /**
   * Number of credits charged so far. It is part of the unique ledger reference of each debit and
   * refund.
   */
  @Column({ type: "int", default: 1 })
  charges!: number;

  /** Whether lists leave the debate out. Its page stays available. */
  @Column({ name: "is_unlisted", type: "boolean", default: false })
  isUnlisted!: boolean;

  /**
   * Why moderation refused the topic; shown to the owner. Null if it did not refuse it. A refused
   * debate is private.
   */
  @Column({ type: "text", nullable: true })
  refusal!: string | null;

  @Column({ name: "only_owner_steps", type: "boolean", default: false })
  onlyOwnerSteps!: boolean;

  /**
   * Whether Auto-Play waits for the speech between turns (`voice`) or not (`text`). Null means
   * `text`.
   */
  @Column({ type: "text", nullable: true })
  pace!: Pace | null;

  /** The user who turned Auto-Play on; null while it is off. */
  @ForeignKey(() => UserEntity, { onDelete: "SET NULL" })
  @Column({ name: "auto_play_by", type: "int", nullable: true })
  autoPlayBy!: number | null;

  /**
   * State of the job that requests the next turn (Auto-Play). The columns of jobs are described in
   * `job-tables.ts`.
   */
  @Column({ name: "auto_play_status", type: "text", default: "none" })
  autoPlayStatus!: JobStatus;

  @Column({ name: "auto_play_attempt", type: "int", default: 0 })
  autoPlayAttempt!: number;

  @Column({ name: "auto_play_failures", type: "int", default: 0 })
  autoPlayFailures!: number;

  @Column({ name: "auto_play_run_at", type: "timestamptz", nullable: true })
  autoPlayRunAt!: Date | null;

  @Column({ name: "auto_play_heartbeat_at", type: "timestamptz", nullable: true })
  autoPlayHeartbeatAt!: Date | null;

  /**
   * State of the job that judges the whole debate. The columns of jobs are described in
   * `job-tables.ts`.
   */
  @Column({ name: "verdict_status", type: "text", default: "none" })
  verdictStatus!: JobStatus;

  @Column({ name: "verdict_attempt", type: "int", default: 0 })
  verdictAttempt!: number;

  @Column({ name: "verdict_failures", type: "int", default: 0 })
  verdictFailures!: number;

  @Column({ name: "verdict_run_at", type: "timestamptz", nullable: true })
  verdictRunAt!: Date | null;

  @Column({ name: "verdict_heartbeat_at", type: "timestamptz", nullable: true })
  verdictHeartbeatAt!: Date | null;

  @Column({ name: "verdict_deferred_for", type: "text", nullable: true })
  verdictDeferredFor!: Provider | SpendingLimit | null;

  @Column({ name: "verdict_last_failure", type: "text", nullable: true })
  verdictLastFailure!: string | null;

  /** The judge's answers so far, while the verdict is not finished. Only the worker reads them. */
  @Column({ name: "verdict_draft", type: "jsonb", nullable: true })
  verdictDraft!: object | null;

  /**
   * The debate of which this one is the rematch. Null if this one is not a rematch, or if the
   * earlier debate was deleted.
   */
  @ForeignKey(() => DebateEntity, { onDelete: "SET NULL" })
  @Column({ name: "rematch_of", type: "int", nullable: true })
  rematchOf!: number | null;

  /**
   * The daily spending limit that was reached and now pauses the debate or one of its jobs. Null if
   * no limit pauses them.
   */
  @Column({ name: "spending_pause", type: "text", nullable: true })
  spendingPause!: SpendingLimit | null;
}
