import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from "typeorm";
import type { TurnError } from "#shared/contract/debates/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { TurnStatus, TurnType } from "#shared/domain/debates/turn.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import { DebateEntity } from "./debate.ts";
import type { JobStatus } from "./job-status.ts";

@Entity("turns")
@Unique("turns_one_per_number", ["debateId", "turnNumber"])
export class TurnEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => DebateEntity, { onDelete: "CASCADE" })
  @Column({ name: "debate_id", type: "int" })
  debateId!: number;

  @Column({ name: "turn_number", type: "int" })
  turnNumber!: number;

  @Column({ type: "text" })
  role!: Role;

  /** The speech, complete or as far as it is stored. */
  @Column({ type: "text", default: "" })
  content!: string;

  @Column({ type: "text" })
  type!: TurnType;

  @Column({ type: "int", nullable: true })
  score!: number | null;

  @Column({ type: "text", nullable: true })
  feedback!: string | null;

  @Column({ type: "text", nullable: true })
  judge!: Provider | null;

  @Column({ type: "jsonb", default: [] })
  quotes!: string[];

  @Column({ type: "jsonb", nullable: true })
  error!: TurnError | null;

  /** Flagged by moderation: only admins can read and hear it. */
  @Column({ name: "is_hidden", type: "boolean", default: false })
  isHidden!: boolean;

  /** State of the speech as a job: see `job-tables.ts`. */
  @Column({ type: "text", default: "pending" })
  status!: TurnStatus;

  @Column({ type: "int", default: 0 })
  attempt!: number;

  @Column({ type: "int", default: 0 })
  failures!: number;

  /**
   * Requests to the provider over all attempts. Also counts a request that a dead worker had not
   * sent yet.
   */
  @Column({ type: "int", default: 0 })
  requests!: number;

  @Column({ name: "run_at", type: "timestamptz", nullable: true, default: () => "now()" })
  runAt!: Date | null;

  @Column({ name: "heartbeat_at", type: "timestamptz", nullable: true })
  heartbeatAt!: Date | null;

  @Column({ name: "deferred_for", type: "text", nullable: true })
  deferredFor!: Provider | SpendingLimit | null;

  /** See `JobLease.lastFailure`. */
  @Column({ name: "last_failure", type: "text", nullable: true })
  lastFailure!: string | null;

  /** Id of the user whose open turns this one counts among. */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /**
   * Fair-queue priority of the turn and its judging: open turns of the same user at the time of the
   * request. Smaller runs first.
   */
  @Column({ type: "int", default: 0 })
  priority!: number;

  /** State of the judging as a job: see `job-tables.ts`. */
  @Column({ name: "judging_status", type: "text", default: "none" })
  judgingStatus!: JobStatus;

  @Column({ name: "judging_attempt", type: "int", default: 0 })
  judgingAttempt!: number;

  @Column({ name: "judging_failures", type: "int", default: 0 })
  judgingFailures!: number;

  @Column({ name: "judging_run_at", type: "timestamptz", nullable: true })
  judgingRunAt!: Date | null;

  @Column({ name: "judging_heartbeat_at", type: "timestamptz", nullable: true })
  judgingHeartbeatAt!: Date | null;

  @Column({ name: "judging_deferred_for", type: "text", nullable: true })
  judgingDeferredFor!: Provider | SpendingLimit | null;

  @Column({ name: "judging_last_failure", type: "text", nullable: true })
  judgingLastFailure!: string | null;
}
