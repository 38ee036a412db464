import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import { User } from "./user.ts";

/** A purchase of credits. */
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
  status!: "pending" | "completed" | "failed";

  /** The payment provider's order. */
  @Column({ name: "order_id", type: "text", nullable: true, unique: true })
  orderId!: string | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
