import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { PaidKind } from "#shared/contract/spending.ts";
import type { Paid } from "#shared/domain/spending.ts";

/**
 * What one attempt at some work took of a model. It outlives whom and what it was for: triggers
 * take the names out, since a foreign key would lock rows out of order.
 */
@Entity("usage")
export class UsageEntry {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** In UTC. */
  @Column({ type: "date", default: () => "(now() AT TIME ZONE 'utc')" })
  day!: string;

  /** The job. */
  @Column({ type: "text" })
  kind!: PaidKind;

  @Column({ type: "text" })
  provider!: Paid;

  @Column({ type: "text" })
  model!: string;

  /** The owner of the debate; null once they, or it, are gone. */
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

  /** Spoken. */
  @Column({ type: "int" })
  characters!: number;

  /** The vendor has not told all of it. */
  @Column({ name: "is_estimated", type: "boolean" })
  isEstimated!: boolean;

  /** Millionths of a dollar, at the prices of that day. */
  @Column({ type: "int" })
  price!: number;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
