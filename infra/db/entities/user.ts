import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { UserRole } from "#shared/domain/viewer.ts";

@Entity("users")
export class User {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @Column({ type: "text" })
  username!: string;

  /** What the username looks like, once among new users; null where an older user's name clashes. */
  @Column({ name: "username_skeleton", type: "text", nullable: true, select: false })
  usernameSkeleton!: string | null;

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

  /** Since when whoever has the account is known to read what goes to its address. */
  @Column({ name: "email_confirmed_at", type: "timestamptz", nullable: true, select: false })
  emailConfirmedAt!: Date | null;

  /** Sessions of an earlier one are over, also those that are only being written. */
  @Column({ name: "session_epoch", type: "int", default: 0, select: false })
  sessionEpoch!: number;

  /** Kinds of mail that they have had enough of. */
  @Column({
    name: "stopped_mails",
    type: "text",
    array: true,
    default: () => "'{}'",
    select: false,
  })
  stoppedMails!: string[];

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
