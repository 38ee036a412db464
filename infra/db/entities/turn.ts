import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from "typeorm";
import type { TurnError } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/side.ts";
import type { TurnStatus, TurnType } from "#shared/domain/turn.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import { Debate } from "./debate.ts";
import type { WorkStatus } from "./work-status.ts";

@Entity("turns")
@Unique("turns_one_per_number", ["debateId", "turnNumber"])
export class Turn {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => Debate, { onDelete: "CASCADE" })
  @Column({ name: "debate_id", type: "int" })
  debateId!: number;

  @Column({ name: "turn_number", type: "int" })
  turnNumber!: number;

  @Column({ type: "text" })
  role!: Role;

  /** The whole speech, or what is saved of it so far. */
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

  /** Flagged by the moderation: only admins read and hear it. */
  @Column({ name: "is_hidden", type: "boolean", default: false })
  isHidden!: boolean;

  /** The speech as work: see `work.ts`. */
  @Column({ type: "text", default: "pending" })
  status!: TurnStatus;

  @Column({ type: "int", default: 0 })
  attempt!: number;

  @Column({ type: "int", default: 0 })
  failures!: number;

  /** To its provider, over all restarts; one that was never sent counts, too, if its worker died. */
  @Column({ type: "int", default: 0 })
  requests!: number;

  @Column({ name: "run_at", type: "timestamptz", nullable: true, default: () => "now()" })
  runAt!: Date | null;

  @Column({ name: "heartbeat_at", type: "timestamptz", nullable: true })
  heartbeatAt!: Date | null;

  @Column({ name: "waits_for", type: "text", nullable: true })
  waitsFor!: Provider | SpendingLimit | null;

  /** Whose turns this one is counted with while it is open: a user's id. */
  @Column({ name: "asked_by", type: "int", nullable: true })
  askedBy!: number | null;

  /** In the queues, its judging's too: behind as many of the same user; the smallest goes first. */
  @Column({ type: "int", default: 0 })
  priority!: number;

  /** Its judging as work: see `work.ts`. */
  @Column({ name: "judging_status", type: "text", default: "none" })
  judgingStatus!: WorkStatus;

  @Column({ name: "judging_attempt", type: "int", default: 0 })
  judgingAttempt!: number;

  @Column({ name: "judging_failures", type: "int", default: 0 })
  judgingFailures!: number;

  @Column({ name: "judging_run_at", type: "timestamptz", nullable: true })
  judgingRunAt!: Date | null;

  @Column({ name: "judging_heartbeat_at", type: "timestamptz", nullable: true })
  judgingHeartbeatAt!: Date | null;

  @Column({ name: "judging_waits_for", type: "text", nullable: true })
  judgingWaitsFor!: Provider | SpendingLimit | null;
}
