import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from "typeorm";
import type { TurnError } from "#shared/contract/debates/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
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

  /** The text of the speech. Incomplete while the turn is streaming. */
  @Column({ type: "text", default: "" })
  content!: string;

  @Column({ type: "text" })
  type!: TurnType;

  @Column({ type: "int", nullable: true })
  score!: number | null;

  /** The judge's ruling in one sentence; null for turns that were judged before rulings existed. */
  @Column({ type: "text", nullable: true })
  ruling!: string | null;

  @Column({ type: "text", nullable: true })
  feedback!: string | null;

  @Column({ type: "text", nullable: true })
  judge!: Speaker | null;

  @Column({ type: "jsonb", default: [] })
  quotes!: string[];

  /** The model that wrote the speech; null if it is unknown. */
  @Column({ type: "text", nullable: true })
  model!: string | null;

  /** The model that judged the speech; null if it is unknown. */
  @Column({ name: "judge_model", type: "text", nullable: true })
  judgeModel!: string | null;

  @Column({ type: "jsonb", nullable: true })
  error!: TurnError | null;

  /** Whether moderation hid the turn. Only admins can read and hear it. */
  @Column({ name: "is_hidden", type: "boolean", default: false })
  isHidden!: boolean;

  /**
   * State of the job that generates the turn. The columns of jobs are described in `job-tables.ts`.
   */
  @Column({ type: "text", default: "pending" })
  status!: TurnStatus;

  @Column({ type: "int", default: 0 })
  attempt!: number;

  @Column({ type: "int", default: 0 })
  failures!: number;

  /**
   * Number of requests to the provider over all attempts. Includes a request that a worker counted
   * but did not send before it died.
   */
  @Column({ type: "int", default: 0 })
  requests!: number;

  @Column({ name: "run_at", type: "timestamptz", nullable: true, default: () => "now()" })
  runAt!: Date | null;

  @Column({ name: "heartbeat_at", type: "timestamptz", nullable: true })
  heartbeatAt!: Date | null;

  @Column({ name: "deferred_for", type: "text", nullable: true })
  deferredFor!: Provider | SpendingLimit | null;

  /**
   * Identifies the kind of the last failure, so that the next attempt recognizes a repetition. Null
   * if no failure is stored.
   */
  @Column({ name: "last_failure", type: "text", nullable: true })
  lastFailure!: string | null;

  /** Whether the turn was requested again because its text was in the wrong language. */
  @Column({ name: "language_repeated", type: "boolean", default: false })
  languageRepeated!: boolean;

  /** User who requested the turn. The priority counts this user's open turns. */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /**
   * Priority of the jobs that generate and judge the turn: how many turns the user had open at the
   * request. A smaller number runs first, so that no user blocks the others.
   */
  @Column({ type: "int", default: 0 })
  priority!: number;

  /**
   * State of the job that judges the turn. The columns of jobs are described in `job-tables.ts`.
   */
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
