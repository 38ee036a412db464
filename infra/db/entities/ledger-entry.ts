import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from "typeorm";
import type { LedgerReason } from "#shared/domain/billing/credit.ts";
import { UserEntity } from "./user.ts";

/**
 * One change of a user's credits. Rows are only inserted, and a trigger adds each new row to the
 * user's balance.
 */
@Entity("credit_ledger")
@Unique("credit_ledger_once", ["reason", "reference"])
export class LedgerEntryEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** Null if the user was deleted. */
  @ForeignKey(() => UserEntity, { onDelete: "SET NULL" })
  @Column({ name: "user_id", type: "int", nullable: true })
  userId!: number | null;

  @Column({ type: "int" })
  delta!: number;

  @Column({ type: "text" })
  reason!: LedgerReason;

  /**
   * What the entry is for, such as a purchase. Unique per reason, so that nothing is booked twice.
   */
  @Column({ type: "text" })
  reference!: string;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
