import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { SpendingLimits } from "#shared/domain/spending.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { Announce } from "#infra/realtime/announce.ts";
import type { KeepText } from "./jobs/keep-text.ts";
import type { Moderator } from "./llm/moderator.ts";
import type { ChatModels } from "./llm/create-models.ts";
import type { WorkRunner } from "./jobs/run-work.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { VoiceService } from "./speech/voice-service.ts";

/** What jobs work with: one for the whole process. */
export interface WorkerContext {
  /** For transactions. */
  db: DataSource;
  /** For single statements: prepared, straight on the driver. */
  sql: Sql;
  keepText: KeepText;
  logger: Logger;
  enqueue: Enqueue;
  announce: Announce;
  models: ChatModels;
  /** Null where none is set up. */
  voice: VoiceService | null;
  /** Whether turns are spoken while they are written though nobody listens. */
  speaksAhead: boolean;
  /** Null where none is set up: then nothing is looked at. */
  moderator: Moderator | null;
  /** Null where none is set up: then no mail is sent. */
  mailer: Mailer | null;
  labels: Env["labels"];
  productName: string;
  contactEmail: string;
  /** Where the product lives, for addresses that must be whole. */
  origin: string;
  /** Of one user, under way at once. */
  openTurns: number;
  /** What may be spent in a day. */
  limits: SpendingLimits;
  runner: WorkRunner;
}
