import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { SpokenSentence } from "#shared/contract/audio.ts";
import type { SpokenPart } from "#shared/domain/air-times.ts";
import type { Notice } from "#shared/domain/notices.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import { Turn } from "./turn.ts";
import type { WorkStatus } from "./work-status.ts";

/** A recording of a turn, or of a notice: the one there is, the one being made, or both while it is made anew. */
@Entity("audio_cache")
export class CachedAudio {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => Turn, { onDelete: "CASCADE" })
  @Column({ name: "turn_id", type: "int", nullable: true })
  turnId!: number | null;

  /** What is told instead of a turn. */
  @Column({ type: "text", nullable: true, unique: true })
  notice!: Notice | null;

  @Column({ type: "text" })
  provider!: Provider;

  /** The second voice of a provider that speaks for both sides. */
  @Column({ name: "is_secondary", type: "boolean", default: false })
  isSecondary!: boolean;

  /** MP3; null until there is one. */
  @Column({ name: "audio_data", type: "bytea", nullable: true })
  audioData!: Buffer | null;

  /** Of what is spoken, by which voice: turn, provider, voice, model and text. */
  @Column({ name: "content_hash", type: "text", unique: true })
  contentHash!: string;

  /** Of the bytes. */
  @Column({ type: "text", nullable: true })
  etag!: string | null;

  @Column({ name: "duration_ms", type: "int", nullable: true })
  durationMs!: number | null;

  @Column({ type: "jsonb", default: [] })
  sentences!: SpokenSentence[];

  /** What has been spoken of it so far, in order, when it was first made: what is heard live. */
  @Column({ type: "jsonb", default: [] })
  spoken!: SpokenPart[];

  /** Of the turn, which `spoken` is of. */
  @Column({ name: "turn_attempt", type: "int", nullable: true })
  turnAttempt!: number | null;

  /** False once its making has failed though its turn was written: what comes later comes too late to be heard live. */
  @Column({ name: "is_on_air", type: "boolean", default: true })
  isOnAir!: boolean;

  /** Grows with every recording that takes the place of another; 0 before the first. */
  @Column({ type: "int", default: 0 })
  version!: number;

  /** The making of it as work: see `work.ts`. */
  @Column({ type: "text", default: "pending" })
  status!: Exclude<WorkStatus, "none">;

  @Column({ type: "int", default: 0 })
  attempt!: number;

  @Column({ type: "int", default: 0 })
  failures!: number;

  @Column({ name: "run_at", type: "timestamptz", nullable: true, default: () => "now()" })
  runAt!: Date | null;

  @Column({ name: "heartbeat_at", type: "timestamptz", nullable: true })
  heartbeatAt!: Date | null;

  /** The daily spending limit that it waits for. */
  @Column({ name: "waits_for", type: "text", nullable: true })
  waitsFor!: SpendingLimit | null;

  /** Whose recordings this one is counted with while it is open: a user's id. */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /** In the queue: behind as many of the same user; the smallest goes first. */
  @Column({ type: "int", default: 0 })
  priority!: number;

  /** Why the last making failed, in words for people. */
  @Column({ type: "text", nullable: true })
  error!: string | null;

  /** The admin's job that waits for it. */
  @Column({ name: "job_id", type: "int", nullable: true })
  jobId!: number | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
