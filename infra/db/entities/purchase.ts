import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { PurchaseStatus } from "#shared/domain/billing/credit.ts";
import type { ReturnedMoney } from "#shared/domain/billing/purchase-transitions.ts";
import type { PaymentDecline } from "#shared/domain/billing/payment.ts";
import { UserEntity } from "./user.ts";

/** A purchase of credits. When it is completed, a trigger adds the credits to the user's ledger. */
@Entity("transactions")
export class PurchaseEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  /** Null if the user was deleted. */
  @ForeignKey(() => UserEntity, { onDelete: "SET NULL" })
  @Column({ name: "user_id", type: "int", nullable: true })
  userId!: number | null;

  /** Price in cents. */
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

  @Column({ name: "order_id", type: "text", nullable: true, unique: true })
  orderId!: string | null;

  /** Id of the capture at PayPal; also set while the capture is pending. */
  @Column({ name: "capture_id", type: "text", nullable: true, unique: true })
  captureId!: string | null;

  /**
   * Part of the id of the capture request. Incremented after each decline, because PayPal answers a
   * repeated request id with the same decline.
   */
  @Column({ name: "capture_attempt", type: "int", default: 1 })
  captureAttempt!: number;

  @Column({ type: "jsonb", nullable: true })
  decline!: PaymentDecline | null;

  @Column({ type: "text", nullable: true })
  failure!: string | null;

  /** When the buyer closed PayPal's window; null as soon as a payment is known. */
  @Column({ name: "cancelled_at", type: "timestamptz", nullable: true })
  cancelledAt!: Date | null;

  @Column({ name: "dismissed_at", type: "timestamptz", nullable: true })
  dismissedAt!: Date | null;

  /**
   * How many times the reconciler has checked the purchase; the next column is the time of the next
   * check.
   */
  @Column({ type: "int", default: 0 })
  checks!: number;
  @Column({
    name: "check_at",
    type: "timestamptz",
    default: () => "(now() + '00:03:00')",
  })
  checkAt!: Date;

  /** Cents refunded to the buyer. */
  @Column({ type: "int", default: 0 })
  refunded!: number;

  /** Refunds and reversals, including failed ones. The keys are PayPal's ids. */
  @Column({ type: "jsonb", default: {} })
  refunds!: Record<string, ReturnedMoney>;

  /** Names of the alerts that were already raised for this purchase. */
  @Column({ type: "text", array: true, default: () => "'{}'" })
  alerts!: string[];

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
