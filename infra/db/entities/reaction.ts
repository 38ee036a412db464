import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  PrimaryGeneratedColumn,
  Unique,
} from "typeorm";
import { DebateEntity } from "./debate.ts";
import { UserEntity } from "./user.ts";

/** One user's thumbs up or down for a debate. */
@Entity("debate_votes")
@Unique("debate_votes_one_per_user", ["debateId", "userId"])
export class ReactionEntity {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => DebateEntity, { onDelete: "CASCADE" })
  @Column({ name: "debate_id", type: "int" })
  debateId!: number;

  @ForeignKey(() => UserEntity, { onDelete: "CASCADE" })
  @Column({ name: "user_id", type: "int" })
  userId!: number;

  @Column({ type: "text" })
  type!: "up" | "down";

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
