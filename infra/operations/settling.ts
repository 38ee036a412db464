import type { DataSource } from "typeorm";
import type { Env } from "../env.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import type { Logger } from "../logger.ts";
import type { Announce } from "../realtime/announce.ts";
import type { PayPal } from "../payments/paypal.ts";

export interface Settling {
  db: DataSource;
  logger: Logger;
  announce: Pick<Announce, "creditsUpdated">;
  paypal: PayPal;
  env: Pick<Env, "mail">;
  enqueue: Enqueue;
}
