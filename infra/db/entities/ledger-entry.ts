import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from "typeorm";
import type { LedgerReason } from "#shared/domain/credit.ts";
import { User } from "./user.ts";

/** One movement of credits. Rows are only ever inserted; each moves the user's balance. */
@Entity("credit_ledger")
@Unique("credit_ledger_once", ["reason", "reference"])
export class LedgerEntry {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** Null once the user is gone. */
  @ForeignKey(() => User, { onDelete: "SET NULL" })
  @Column({ name: "user_id", type: "int", nullable: true })
  userId!: number | null;

  @Column({ type: "int" })
  delta!: number;

  @Column({ type: "text" })
  reason!: LedgerReason;

  /** What it was for: unique for its reason, so that nothing is booked twice. */
  @Column({ type: "text" })
  reference!: string;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
