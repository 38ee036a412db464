import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";

@Entity("users")
export class UserEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @Column({ type: "text" })
  username!: string;

  /**
   * The username with all lookalike characters replaced; unique, so that no name imitates another.
   * Null if an older user's name looks like that of another user.
   */
  @Column({ name: "username_skeleton", type: "text", nullable: true, select: false })
  usernameSkeleton!: string | null;

  @Column({ type: "text" })
  email!: string;

  /** An argon2id hash; `!` for an account without a password. */
  @Column({ type: "text", select: false })
  password!: string;

  /** Whether the user has any admin role. The database computes this column from `role`. */
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

  /** Balance of credits. Only the ledger's trigger changes it. */
  @Column({ type: "int", default: 1, update: false })
  credits!: number;

  /** When the user was suspended; null for other users. Suspended users cannot sign in. */
  @Column({ name: "suspended_at", type: "timestamptz", nullable: true, select: false })
  suspendedAt!: Date | null;

  /** When the user proved that they receive email at this address; null until then. */
  @Column({ name: "email_confirmed_at", type: "timestamptz", nullable: true, select: false })
  emailConfirmedAt!: Date | null;

  /**
   * Sessions with a smaller epoch are invalid, even if they are stored after the epoch was raised.
   */
  @Column({ name: "session_epoch", type: "int", default: 0, select: false })
  sessionEpoch!: number;

  @Column({
    name: "unsubscribed_emails",
    type: "text",
    array: true,
    default: () => "'{}'",
    select: false,
  })
  unsubscribedEmails!: string[];

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
