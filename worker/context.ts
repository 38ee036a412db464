import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { SpendingLimits } from "#shared/domain/billing/spending.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { SavePartialText } from "./jobs/generate-turn/save-partial-text.ts";
import type { Moderator } from "./llm/moderator.ts";
import type { Charter } from "./judging/charter.ts";
import type { ChatModels } from "./llm/create-chat-models.ts";
import type { CheckEnv } from "./model-check/check-models.ts";
import type { JobRunner } from "./runtime/run-job.ts";
import type { Mailer } from "./email/mailer.ts";
import type { VoiceService } from "./speech/voice-service.ts";

/** Dependencies of the job handlers. `enqueue` and `runner` are created for each job. */
export interface WorkerContext {
  db: DataSource;
  /** Runs single prepared statements, without TypeORM. */
  sql: Sql;
  savePartialText: SavePartialText;
  logger: Logger;
  enqueue: Enqueue;
  announce: EventPublisher;
  models: ChatModels;
  /** The rules of judging, whose hash every verdict carries. */
  charter: Charter;
  /** The providers that vote on each verdict. Empty if one judge decides. */
  panel: readonly Provider[];
  voice: VoiceService | null;
  /** Whether a turn is spoken while it is still being written, even if no one listens. */
  synthesizesEveryTurnLive: boolean;
  /** Null if no moderation is configured. Then texts are not checked. */
  moderator: Moderator | null;
  /** Null if no SMTP server is configured. Then no email is sent. */
  mailer: Mailer | null;
  /** Configuration for the model check, which creates its own adapters. */
  env: CheckEnv;
  labels: Env["labels"];
  productName: string;
  contactEmail: string;
  /** Public origin of the product, for absolute URLs. */
  origin: string;
  openTurns: number;
  limits: SpendingLimits;
  runner: JobRunner;
}
