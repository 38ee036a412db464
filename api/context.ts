import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { PayPal } from "#infra/payments/paypal.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { Tracing } from "#infra/tracing/tracing.ts";
import type { Announce } from "#infra/realtime/announce.ts";
import type { LogDenial } from "./http/authorization-log.ts";
import type { ListSlots } from "./http/list-slots.ts";
import type { MomentSounds } from "./audio/moment-sounds.ts";
import type { RecordingBytes } from "./audio/recording-bytes.ts";
import type { RecordingNews } from "./audio/recording-news.ts";
import type { Throttles } from "./http/throttles.ts";
import type { Radio } from "./radio/radio.ts";
import type { ProviderHealth } from "./realtime/provider-health.ts";
import type { RecentWords } from "./realtime/recent-words.ts";
import type { Watchers } from "./realtime/watchers.ts";

export interface Context {
  env: Env;
  logger: Logger;
  /** For transactions. */
  db: DataSource;
  /** For single statements. Prepared, without the ORM. */
  reads: Sql;
  /** The same, but identical concurrent reads share one statement and its rows. */
  crowdReads: Sql;
  /** Both for reads of cost `list`, which have a small pool of their own. */
  lists: Pick<Context, "reads" | "crowdReads">;
  listSlots: ListSlots;
  enqueue: Enqueue;
  logDenial: LogDenial;
  tracing: Tracing;
  announce: Announce;
  throttles: Throttles;
  providerHealth: ProviderHealth;
  recordings: RecordingBytes;
  moments: MomentSounds;
  recentWords: RecentWords;
  recordingNews: RecordingNews;
  radio: Radio;
  watchers: Watchers;
  /** Null if payments are not configured. */
  paypal: PayPal | null;
  /** Disconnects the sockets of an ended session, in all processes. */
  disconnectSession(sessionId: string): void;
}
