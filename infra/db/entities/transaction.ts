import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { PurchaseStatus } from "#shared/domain/credit.ts";
import { User } from "./user.ts";

/** Why the payment provider did not take a payment, in its words. */
export interface Decline {
  issue: string;
  message: string;
}

/** A purchase of credits. Completing one credits it, by a trigger. */
@Entity("transactions")
export class Transaction {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** Null once the user is gone. */
  @ForeignKey(() => User, { onDelete: "SET NULL" })
  @Column({ name: "user_id", type: "int", nullable: true })
  userId!: number | null;

  /** Cents. */
  @Column({ type: "int" })
  amount!: number;

  @Column({ type: "text", default: "USD" })
  currency!: string;

  @Column({ type: "int" })
  credits!: number;

  @Column({ name: "payment_method", type: "text", default: "paypal" })
  paymentMethod!: "paypal";

  @Column({ type: "text", default: "pending" })
  status!: PurchaseStatus;

  /** The payment provider's order. */
  @Column({ name: "order_id", type: "text", nullable: true, unique: true })
  orderId!: string | null;

  /** The payment itself, once there is one: also while it is still on its way. */
  @Column({ name: "capture_id", type: "text", nullable: true, unique: true })
  captureId!: string | null;

  /** Counts on after each decline: a request that is repeated gets the same answer again. */
  @Column({ name: "capture_attempt", type: "int", default: 1 })
  captureAttempt!: number;

  /** The last one. */
  @Column({ type: "jsonb", nullable: true })
  decline!: Decline | null;

  /** Why it can never complete. */
  @Column({ type: "text", nullable: true })
  failure!: string | null;

  /** Its buyer has left PayPal's window; holds while no payment is known. */
  @Column({ name: "cancelled_at", type: "timestamptz", nullable: true })
  cancelledAt!: Date | null;

  /** And wants to see no more of it. */
  @Column({ name: "dismissed_at", type: "timestamptz", nullable: true })
  dismissedAt!: Date | null;

  /** How often the reconciler has looked, and when it looks again. */
  @Column({ type: "int", default: 0 })
  checks!: number;
  @Column({
    name: "check_at",
    type: "timestamptz",
    default: () => "(now() + '00:03:00')",
  })
  checkAt!: Date;

  /** Cents that went back to the buyer. */
  @Column({ type: "int", default: 0 })
  refunded!: number;

  /** What a person has been called for. */
  @Column({ type: "text", array: true, default: () => "'{}'" })
  alerts!: string[];

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
