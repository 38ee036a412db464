import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import type { SpokenPart } from "#shared/domain/audio/sentence-schedule.ts";
import type { Announcement } from "#shared/domain/audio/announcements.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import { TurnEntity } from "./turn.ts";
import type { JobStatus } from "./job-status.ts";

/**
 * Recording of a turn or of an announcement. While a new version is being made, the row still has
 * the old one.
 */
@Entity("audio_cache")
export class RecordingEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => TurnEntity, { onDelete: "CASCADE" })
  @Column({ name: "turn_id", type: "int", nullable: true })
  turnId!: number | null;

  /** Set instead of a turn for an announcement. */
  @Column({ type: "text", nullable: true, unique: true })
  notice!: Announcement | null;

  @Column({ type: "text" })
  provider!: Provider;

  /** Uses the second voice of a provider that speaks for both sides. */
  @Column({ name: "is_secondary", type: "boolean", default: false })
  isSecondary!: boolean;

  /** MP3; null until it is complete. */
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

  /** Sentences spoken so far during the first attempt, in order; the live stream plays them. */
  @Column({ type: "jsonb", default: [] })
  spoken!: SpokenPart[];

  /** The attempt of the turn that `spoken` belongs to. */
  @Column({ name: "turn_attempt", type: "int", nullable: true })
  turnAttempt!: number | null;

  /**
   * False once the recording has failed after its turn was complete: a later result is too late for
   * the live stream.
   */
  @Column({ name: "is_on_air", type: "boolean", default: true })
  isOnAir!: boolean;

  /** Version of the recording, 0 before the first. */
  @Column({ type: "int", default: 0 })
  version!: number;

  /** State of the recording as a job: see `job-tables.ts`. */
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

  /** Id of the user whose open recordings this one counts among. */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /**
   * Fair-queue priority: open recordings of the same user at the time of the request. Smaller runs
   * first.
   */
  @Column({ type: "int", default: 0 })
  priority!: number;

  @Column({ type: "text", nullable: true })
  error!: string | null;

  /** The admin's audio job that includes it. */
  @Column({ name: "job_id", type: "int", nullable: true })
  jobId!: number | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
