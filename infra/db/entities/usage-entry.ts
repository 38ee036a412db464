import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { PaidJob } from "#shared/contract/admin/spending.ts";
import type { PaidService } from "#shared/domain/billing/spending.ts";

/**
 * What one attempt of a job consumed of a model. The row outlives its user and debate: triggers
 * then set their ids to null. Foreign keys could do the same, but they would lock rows in an order
 * that can cause a deadlock.
 */
@Entity("usage")
export class UsageEntryEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** Day in UTC. */
  @Column({ type: "date", default: () => "(now() AT TIME ZONE 'utc')" })
  day!: string;

  /** Name of the job that used the model. */
  @Column({ type: "text" })
  kind!: PaidJob;

  @Column({ type: "text" })
  provider!: PaidService;

  @Column({ type: "text" })
  model!: string;

  /** Owner of the debate; null if the user or the debate was deleted. */
  @Column({ name: "user_id", type: "int", nullable: true })
  userId!: number | null;

  @Column({ name: "debate_id", type: "int", nullable: true })
  debateId!: number | null;

  @Column({ name: "turn_id", type: "int", nullable: true })
  turnId!: number | null;

  @Column({ type: "int" })
  requests!: number;

  @Column({ name: "input_tokens", type: "int" })
  inputTokens!: number;

  @Column({ name: "output_tokens", type: "int" })
  outputTokens!: number;

  /** Characters of synthesized speech. */
  @Column({ type: "int" })
  characters!: number;

  /** Whether some amounts are estimated, because the vendor did not report them. */
  @Column({ name: "is_estimated", type: "boolean" })
  isEstimated!: boolean;

  /** Price in millionths of a dollar, at the prices configured that day. */
  @Column({ type: "int" })
  price!: number;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
