import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { PayPalClient } from "#infra/payments/paypal-client.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { ProcessTracer } from "#infra/tracing/tracer.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { LogDenial } from "./http/authorization-log.ts";
import type { ListSlots } from "./http/list-slots.ts";
import type { ClipCache } from "./audio/clip-cache.ts";
import type { RecordSeenTurn } from "./commands/ballots/seen-turn.ts";
import type { AddReaction } from "./commands/votes/reaction.ts";
import type { RecordingCache } from "./audio/recording-cache.ts";
import type { RecordingEvents } from "./audio/recording-events.ts";
import type { Throttles } from "./http/rate-limiting/throttles.ts";
import type { LiveStreams } from "./audio/live-stream/live-streams.ts";
import type { ProviderHealth } from "./realtime/resync/provider-health.ts";
import type { StreamingTextCache } from "./realtime/deltas/streaming-text-cache.ts";
import type { WaitingTurns } from "./realtime/rooms/waiting-turns.ts";
import type { Audience } from "./realtime/audience/audience.ts";
import type { WatcherCounts } from "./realtime/watchers/watcher-counts.ts";

export interface Context {
  env: Env;
  logger: Logger;
  /** The ORM, used for transactions. */
  db: DataSource;
  /** Runs single prepared statements without the ORM. */
  sql: Sql;
  /** Like `sql`, but identical concurrent reads share one statement and its rows. */
  coalescedSql: Sql;
  /**
   * Like `sql` and `coalescedSql`, but on a small separate pool. Reads of lists use it (see
   * `ReadCost`), so that they cannot take all connections from other queries.
   */
  lists: Pick<Context, "sql" | "coalescedSql">;
  listSlots: ListSlots;
  enqueue: Enqueue;
  logDenial: LogDenial;
  tracing: ProcessTracer;
  announce: EventPublisher;
  throttles: Throttles;
  providerHealth: ProviderHealth;
  recordings: RecordingCache;
  clips: ClipCache;
  streamingTexts: StreamingTextCache;
  waitingTurns: WaitingTurns;
  recordingEvents: RecordingEvents;
  liveStreams: LiveStreams;
  watchers: WatcherCounts;
  audience: Audience;
  addReaction: AddReaction;
  recordSeenTurn: RecordSeenTurn;
  /** Null if payments are not configured. */
  paypal: PayPalClient | null;
  /** Disconnects the sockets of an ended session, in all processes. */
  disconnectSession(sessionId: string): void;
}
