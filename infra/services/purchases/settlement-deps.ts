import type { DataSource } from "typeorm";
import type { Env } from "#infra/env.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { Logger } from "#infra/logger.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { PayPalClient } from "#infra/payments/paypal-client.ts";

export interface SettlementDeps {
  db: DataSource;
  logger: Logger;
  announce: Pick<EventPublisher, "creditsUpdated">;
  paypal: PayPalClient;
  env: Pick<Env, "mail">;
  enqueue: Enqueue;
}
