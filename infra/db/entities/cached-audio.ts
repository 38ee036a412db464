import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from "typeorm";
import type { Provider } from "#shared/domain/provider.ts";
import { Turn } from "./turn.ts";

/** A turn as spoken by one voice. */
@Entity("audio_cache")
export class CachedAudio {
  @PrimaryGeneratedColumn({ type: "int" })
  id!: number;

  @ForeignKey(() => Turn, { onDelete: "CASCADE" })
  @Column({ name: "turn_id", type: "int" })
  turnId!: number;

  @Column({ type: "text" })
  provider!: Provider;

  /** The second voice of a provider that speaks for both sides. */
  @Column({ name: "is_secondary", type: "boolean", default: false })
  isSecondary!: boolean;

  @Column({ name: "audio_data", type: "bytea" })
  audioData!: Buffer;

  @Column({ name: "content_hash", type: "text", unique: true })
  contentHash!: string;

  @CreateDateColumn({ name: "created_at", type: "timestamptz" })
  createdAt!: Date;
}
