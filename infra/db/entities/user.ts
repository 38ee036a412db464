import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { UserRole } from "#shared/domain/viewer.ts";

@Entity("users")
export class User {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @Column({ type: "text" })
  username!: string;

  @Column({ type: "text" })
  email!: string;

  /** An argon2id hash; `!` for an account nobody can sign in to. */
  @Column({ type: "text", select: false })
  password!: string;

  /** Derived from the role by the database. */
  @Column({
    name: "is_admin",
    type: "boolean",
    generatedType: "STORED",
    asExpression: "role <> 'user'",
    insert: false,
    update: false,
  })
  isAdmin!: boolean;

  @Column({ type: "text", default: "user" })
  role!: UserRole;

  /** The balance: moved by the ledger's trigger alone. */
  @Column({ type: "int", default: 1, update: false })
  credits!: number;

  /** Since when they may not sign in. */
  @Column({ name: "suspended_at", type: "timestamptz", nullable: true, select: false })
  suspendedAt!: Date | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
