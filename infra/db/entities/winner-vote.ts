import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from "typeorm";
import type { Role } from "#shared/domain/debates/side.ts";
import { DebateEntity } from "./debate.ts";
import { UserEntity } from "./user.ts";

/** One user's vote for the winner of a debate. */
@Entity("votes")
@Unique("votes_one_per_user", ["debateId", "userId"])
export class WinnerVoteEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => DebateEntity, { onDelete: "CASCADE" })
  @Column({ name: "debate_id", type: "int" })
  debateId!: number;

  @ForeignKey(() => UserEntity, { onDelete: "CASCADE" })
  @Column({ name: "user_id", type: "int" })
  userId!: number;

  @Column({ type: "text" })
  winner!: Role;

  /**
   * The winner of the user's first vote on the debate. A trigger sets it, and later votes keep it.
   * Null for votes from before the column existed.
   */
  @Column({ name: "first_winner", type: "text", nullable: true })
  firstWinner!: Role | null;

  /**
   * Whether the results were still hidden from the user at the first vote. Later votes keep the
   * value. Null for votes from before this column.
   */
  @Column({ name: "was_sealed", type: "boolean", nullable: true })
  wasSealed!: boolean | null;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
