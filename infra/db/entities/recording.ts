import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import type { SpokenPart } from "#shared/domain/audio/sentence-schedule.ts";
import type { AnnouncementKey } from "#shared/domain/audio/announcements.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import { TurnEntity } from "./turn.ts";
import type { JobStatus } from "./job-status.ts";

/**
 * Recording of a turn, of an announcement or of the judge's ruling about a turn. While a new version
 * is produced, the row keeps the old one.
 */
@Entity("audio_cache")
export class RecordingEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => TurnEntity, { onDelete: "CASCADE" })
  @Column({ name: "turn_id", type: "int", nullable: true })
  turnId!: number | null;

  /** The announcement that is spoken; `turn_id` is null then. */
  @Column({ type: "text", nullable: true, unique: true })
  notice!: AnnouncementKey | null;

  /** The turn that the recorded ruling is about; null for recordings of turns and announcements. */
  @ForeignKey(() => TurnEntity, { onDelete: "CASCADE" })
  @Column({ name: "ruling_turn_id", type: "int", nullable: true })
  rulingTurnId!: number | null;

  @Column({ type: "text" })
  provider!: Provider;

  /** Whether the second voice is used, because the provider speaks for both sides. */
  @Column({ name: "is_secondary", type: "boolean", default: false })
  isSecondary!: boolean;

  /** The MP3; null until the first version is complete. */
  @Column({ name: "audio_data", type: "bytea", nullable: true })
  audioData!: Buffer | null;

  /** Hash of turn, provider, voice, model and text. */
  @Column({ name: "content_hash", type: "text", unique: true })
  contentHash!: string;

  @Column({ type: "text", nullable: true })
  etag!: string | null;

  @Column({ name: "duration_ms", type: "int", nullable: true })
  durationMs!: number | null;

  @Column({ type: "jsonb", default: [] })
  sentences!: SpokenSentence[];

  /**
   * Sentences that the first version of the recording has published so far, in order. The live
   * stream plays them.
   */
  @Column({ type: "jsonb", default: [] })
  spoken!: SpokenPart[];

  /** Attempt number of the turn's text that `spoken` belongs to; null before the first sentence. */
  @Column({ name: "turn_attempt", type: "int", nullable: true })
  turnAttempt!: number | null;

  /**
   * False if the recording failed after its turn was complete, because a retry is then too late for
   * the live stream.
   */
  @Column({ name: "is_on_air", type: "boolean", default: true })
  isOnAir!: boolean;

  /** Number of the current version; 0 before the first is complete. */
  @Column({ type: "int", default: 0 })
  version!: number;

  /**
   * State of the job that produces the recording. The columns of jobs are described in
   * `job-tables.ts`.
   */
  @Column({ type: "text", default: "pending" })
  status!: Exclude<JobStatus, "none">;

  @Column({ type: "int", default: 0 })
  attempt!: number;

  @Column({ type: "int", default: 0 })
  failures!: number;

  @Column({ name: "run_at", type: "timestamptz", nullable: true, default: () => "now()" })
  runAt!: Date | null;

  @Column({ name: "heartbeat_at", type: "timestamptz", nullable: true })
  heartbeatAt!: Date | null;

  @Column({ name: "deferred_for", type: "text", nullable: true })
  deferredFor!: SpendingLimit | null;

  /**
   * User who requested the recording; null for a listener's request. The priority counts this
   * user's open recordings.
   */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /**
   * Priority of the job: how many recordings the user had open at the request. A smaller number
   * runs first, so that no user blocks the others.
   */
  @Column({ type: "int", default: 0 })
  priority!: number;

  @Column({ type: "text", nullable: true })
  error!: string | null;

  /** The batch of recordings that an admin requested, if the recording belongs to one. */
  @Column({ name: "job_id", type: "int", nullable: true })
  jobId!: number | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
