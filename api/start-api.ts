import { openBackend } from "#infra/backend/open-backend.ts";
import { coalesceQueries } from "#infra/db/connection/coalesce-queries.ts";
import { assertSessionPooling } from "#infra/db/connection/assert-session-pooling.ts";
import {
  withApplicationName,
  createDataSource,
  PRODUCT_CONNECTIONS,
} from "#infra/db/connection/data-source.ts";
import { createPool } from "#infra/db/connection/warm-pool.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import { assertMigrated } from "#infra/db/assert-migrated.ts";
import { assertPanelConfigured, type Env, requireVariable } from "#infra/env.ts";
import { setProxies } from "#infra/http/outgoing-fetch.ts";
import { createHostCheck } from "#infra/http/host-check.ts";
import type { Logger } from "#infra/logger.ts";
import { serveMetrics } from "#infra/metrics/metrics-server.ts";
import { createTracer } from "#infra/tracing/create-tracer.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { createPayPalClient } from "#infra/payments/paypal-client.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { sessionRoom } from "#infra/realtime/rooms.ts";
import { openListPool } from "./list-pool.ts";
import { createClipCache } from "./audio/clip-cache.ts";
import { createRecordingCache } from "./audio/recording-cache.ts";
import { subscribeToRecordingEvents } from "./audio/recording-events.ts";
import { createRecordSeenTurn } from "./commands/ballots/record-seen-turn.ts";
import { createAddReaction } from "./commands/votes/add-reaction.ts";
import type { Context } from "./context.ts";
import { addRoutes, createApp } from "./app.ts";
import { createAuthorizationLog } from "./http/authorization-log.ts";
import {
  closeWithGrace,
  createAppServer,
  listen,
  stopListening,
} from "./http/server/app-server.ts";
import { createOriginCheck } from "./http/server/origin-check.ts";
import { createSessions } from "./http/session/session.ts";
import { createThrottles } from "./http/rate-limiting/throttles.ts";
import type { DrawPicture } from "./pages/picture/picture-worker.ts";
import type { WebBuild } from "./pages/rendering/web-build.ts";
import { createLiveStreams } from "./audio/live-stream/live-streams.ts";
import { unbatchDeltas } from "./realtime/deltas/unbatch-deltas.ts";
import { coalesceDeltas } from "./realtime/deltas/coalesce-deltas.ts";
import { createWaitingTurns } from "./realtime/rooms/waiting-turns.ts";
import { createStreamingTextCache } from "./realtime/deltas/streaming-text-cache.ts";
import { createAudience } from "./realtime/audience/audience.ts";
import { createProviderHealth } from "./realtime/resync/provider-health.ts";
import { RESYNC_INTERVAL_MS, startResync } from "./realtime/resync/start-resync.ts";
import { warmUpQueries } from "./warm-up-queries.ts";
import { createShutdownState, drain } from "./realtime/sockets/drain.ts";
import { logSocketCounts } from "./realtime/sockets/log-socket-counts.ts";
import { createSocketMetrics } from "./realtime/sockets/socket-metrics.ts";
import { serveSockets } from "./realtime/sockets/serve-sockets.ts";
import { joinResultsRooms } from "./realtime/rooms/join-debate.ts";
import { createVisibleDebates } from "./realtime/rooms/visible-debates.ts";
import { createSocketLimits } from "./realtime/sockets/socket-limits.ts";
import { createSocketServer } from "./realtime/sockets/create-socket-server.ts";
import { traceFirstDelta } from "./realtime/deltas/trace-first-delta.ts";
import { createWatcherCounts } from "./realtime/watchers/watcher-counts.ts";

export interface RunningApi {
  port: number;
  metricsPort: number | undefined;
  origin: string;
  /** Keeps serving for `ms` milliseconds while clients move to other processes. */
  drain(ms: number): Promise<void>;
  /**
   * Stops accepting requests, lets running ones finish within the shutdown timeout, and closes all
   * resources.
   */
  close(): Promise<void>;
}

interface ApiOptions {
  env: Env;
  logger: Logger;
  /** Undefined if only the API is served. */
  web?: WebBuild | undefined;
  /** Draws share pictures. The default draws in this thread. */
  draw?: DrawPicture;
  /**
   * Interval in milliseconds at which pages get the current state again, in case they missed an
   * event.
   */
  resyncIntervalMs?: number;
  /** Returns the interval between deltas, in milliseconds, for a number of watchers. */
  getDeltaIntervalMs?: (watchers: number) => number;
}

/**
 * Behind a proxy, only the configuration says whether the origin is HTTPS and what its host name
 * is. Cookies depend on both.
 */
const requireOrigin = ({ trustProxy, publicOrigin }: Env): void => {
  if (trustProxy !== false && trustProxy !== 0)
    requireVariable(publicOrigin, "TRUST_PROXY is set, and PUBLIC_ORIGIN");
};

/** Without email no address could be confirmed, so no user would get the first credit. */
const requireEmailForConfirmation = ({ signupCredit, mail }: Env): void => {
  if (signupCredit === "confirmed")
    requireVariable(mail?.url, "SIGNUP_CREDIT is confirmed, and SMTP_URL");
};

const drawInProcess: DrawPicture = async (card) =>
  (await import("./pages/picture/draw-picture.ts")).default(card);

/** Starts an API process. Throws if a variable is missing or the port is taken. */
export const startApi = async ({
  env,
  logger,
  web,
  draw = drawInProcess,
  resyncIntervalMs = RESYNC_INTERVAL_MS,
  getDeltaIntervalMs,
}: ApiOptions): Promise<RunningApi> => {
  requireOrigin(env);
  setProxies(env.proxies);
  requireEmailForConfirmation(env);
  assertPanelConfigured(env);
  const databaseUrl = withApplicationName(
    "debate-api",
    requireVariable(env.databaseUrl, "DATABASE_URL"),
  );
  const { poolSize, poolMin } = env;
  const secret = requireVariable(env.sessionSecret, "SESSION_SECRET");
  const secrets = [secret, ...(env.previousSessionSecret ? [env.previousSessionSecret] : [])];
  const outages = getThrottledLogger(logger);
  await assertSessionPooling(databaseUrl);
  const db = await createDataSource(databaseUrl, { ...PRODUCT_CONNECTIONS, poolSize }).initialize();
  await assertMigrated(db, db);
  const pool = createPool(
    { connectionString: databaseUrl, max: poolSize, min: poolMin, warmUp: warmUpQueries(env) },
    outages,
  );
  const sql = createPreparedSql(pool);
  const lists = openListPool(databaseUrl, env, outages);
  const [backend] = await Promise.all([
    openBackend({ ...env, databaseUrl }, outages),
    pool.fill(),
    lists.pool.fill(),
  ]);
  const sessions = createSessions({ pool, sql, env, logger }, secrets);

  const app = createApp(env.trustProxy);
  const checkOrigin = createOriginCheck(env.publicOrigin, logger);
  const logDenial = createAuthorizationLog(logger);
  const limits = createSocketLimits(env.limits.socketsPerAddress, logger);
  const io = createSocketServer(backend, checkOrigin, limits, logDenial);
  const watchers = createWatcherCounts(io);
  const tracing = await createTracer(env.traces, "debate-api");
  traceFirstDelta(io, tracing);
  coalesceDeltas(io, getDeltaIntervalMs);
  const streamingTexts = createStreamingTextCache(io);
  const waitingTurns = createWaitingTurns(io);
  unbatchDeltas(io);
  const coalescedSql = coalesceQueries(sql);
  const visibleDebates = createVisibleDebates(coalescedSql);
  io.on("visibility:changed", visibleDebates.invalidate);
  const onSealEnd = (debateId: number, userId: number) =>
    joinResultsRooms(io, debateId, new Set([userId]));
  io.on("seal:ended", onSealEnd);
  const enqueue = createEnqueue(backend);
  const recordings = createRecordingCache(sql);
  const audience = createAudience(io, { sql, logger });
  const liveStreams = createLiveStreams(
    { sql, recordings, enqueue, logger },
    io,
    env.limits.socketsPerAddress,
  );
  const context: Context = {
    env,
    logger,
    db,
    sql,
    coalescedSql,
    lists: { sql: lists.sql, coalescedSql: coalesceQueries(lists.sql) },
    listSlots: lists.slots,
    enqueue,
    logDenial,
    tracing,
    liveStreams,
    watchers,
    audience,
    addReaction: createAddReaction({ sql, streamingTexts, audience }),
    recordSeenTurn: createRecordSeenTurn({ sql, env }),
    announce: createEventPublisher(io, {
      onVisibilityChange: visibleDebates.invalidate,
      onSealEnd,
    }),
    throttles: createThrottles(backend, env.limits, logger),
    providerHealth: createProviderHealth(sql),
    recordings,
    clips: createClipCache(recordings),
    streamingTexts,
    waitingTurns,
    recordingEvents: subscribeToRecordingEvents(io),
    paypal: env.paypal && createPayPalClient(env.paypal),
    disconnectSession: (id) => io.in(sessionRoom(id)).disconnectSockets(true),
  };
  const shutdown = createShutdownState();
  addRoutes(app, { context, backend, sessions, checkOrigin, shutdown, web, draw });
  const server = createAppServer(app, {
    servesHost: createHostCheck(env),
    isHttps: env.isHttps,
    publicOrigin: env.publicOrigin,
  });
  serveSockets(io, server, sessions.middleware, { context, limits, visibleDebates });
  const socketCountLog = logSocketCounts(io, logger);
  const metrics = await serveMetrics(env, createSocketMetrics(io));
  const resync = startResync(io, context, resyncIntervalMs);
  await backend.waitUntilListening();
  const port = await listen(server, env.port);
  let stoppedListening: Promise<void> | undefined;
  const stop = () => void (stoppedListening = stopListening(server));

  return {
    port,
    metricsPort: metrics?.port,
    origin: env.publicOrigin ?? `http://localhost:${port}`,
    drain: (ms) => drain({ io, shutdown, logger, stopListening: stop }, ms),
    async close() {
      watchers.close();
      audience.close();
      liveStreams.close();
      await resync.stop();
      limits.close();
      await closeWithGrace(server, () => Promise.all([io.close(), stoppedListening]));
      socketCountLog.close();
      sessions.close();
      await metrics?.close();
      await context.clips.close();
      await tracing.close();
      await backend.close();
      await Promise.allSettled([pool.end(), lists.pool.end(), db.destroy()]);
    },
  };
};
