import { openBackend } from "#infra/backend/open-backend.ts";
import { askedTogether } from "#infra/db/asked-together.ts";
import { calledAs, createDataSource, PRODUCT } from "#infra/db/data-source.ts";
import { createPool } from "#infra/db/pool.ts";
import { prepared } from "#infra/db/prepared.ts";
import { requireMigrated } from "#infra/db/require-migrated.ts";
import { type Env, required } from "#infra/env.ts";
import { createHostCheck } from "#infra/http/hosts.ts";
import type { Logger } from "#infra/logger.ts";
import { serveMetrics } from "#infra/metrics/serve-metrics.ts";
import { openTracing } from "#infra/tracing/open-tracing.ts";
import { sparing } from "#infra/sparing.ts";
import { createPayPal } from "#infra/payments/paypal.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { createAnnounce } from "#infra/realtime/announce.ts";
import { sessionRoom } from "#infra/realtime/rooms.ts";
import { openListPool } from "./list-pool.ts";
import { createMomentSounds } from "./audio/moment-sounds.ts";
import { createRecordingBytes } from "./audio/recording-bytes.ts";
import { hearRecordingNews } from "./audio/recording-news.ts";
import type { Context } from "./context.ts";
import { addRoutes, createApp } from "./app.ts";
import { createAuthorizationLog } from "./http/authorization-log.ts";
import { closeInGrace, createAppServer, listen, stopListening } from "./http/listen.ts";
import { createOriginCheck } from "./http/origin.ts";
import { createSessions } from "./http/session.ts";
import { createThrottles } from "./http/throttles.ts";
import type { DrawPicture } from "./pages/picture/draw-aside.ts";
import type { WebBuild } from "./pages/web-build.ts";
import { createRadio } from "./radio/radio.ts";
import { hearApart } from "./realtime/heard-deltas.ts";
import { paceDeltas } from "./realtime/pace-deltas.ts";
import { hearWords } from "./realtime/recent-words.ts";
import { createProviderHealth } from "./realtime/provider-health.ts";
import { REPEAT_MS, repeatRows } from "./realtime/repeat-rows.ts";
import { rehearse } from "./rehearse.ts";
import { createLeaving, drain } from "./realtime/drain.ts";
import { countSockets } from "./realtime/count-sockets.ts";
import { socketMeasures } from "./realtime/socket-measures.ts";
import { serveSockets } from "./realtime/serve-sockets.ts";
import { createVisibleDebates } from "./realtime/visible-debates.ts";
import { limitSockets } from "./realtime/limit-sockets.ts";
import { createSocketServer } from "./realtime/socket-server.ts";
import { traceWords } from "./realtime/trace-words.ts";
import { countWatchers } from "./realtime/watchers.ts";

export interface RunningApi {
  port: number;
  metricsPort: number | undefined;
  origin: string;
  /** Serves for `ms` milliseconds while clients move to other processes. */
  drain(ms: number): Promise<void>;
  /**
   * Stops accepting requests, lets running ones finish within the shutdown timeout, and closes all
   * resources.
   */
  close(): Promise<void>;
}

interface Options {
  env: Env;
  logger: Logger;
  /** Undefined if only the API is served. */
  web?: WebBuild | undefined;
  /** Draws share pictures. By default in this thread. */
  draw?: DrawPicture;
  /** Resync interval in milliseconds. */
  repeatMs?: number;
  /** Returns the interval between deltas, in milliseconds, for a number of watchers. */
  cadenceOf?: (watchers: number) => number;
}

/**
 * Behind a proxy, HTTPS and the host name are only known from the configuration. Cookies depend on
 * them.
 */
const requireOrigin = ({ trustProxy, publicOrigin }: Env): void => {
  if (trustProxy !== false && trustProxy !== 0)
    required(publicOrigin, "TRUST_PROXY is set, and PUBLIC_ORIGIN");
};

/** Without email no address could be confirmed, so no user would get the first credit. */
const requireMailToConfirm = ({ signupCredit, mail }: Env): void => {
  if (signupCredit === "confirmed") required(mail?.url, "SIGNUP_CREDIT is confirmed, and SMTP_URL");
};

const drawHere: DrawPicture = async (card) =>
  (await import("./pages/picture/draw-picture.ts")).default(card);

/** Starts an API process. Throws if a variable is missing or the port is taken. */
export const startApi = async ({
  env,
  logger,
  web,
  draw = drawHere,
  repeatMs = REPEAT_MS,
  cadenceOf,
}: Options): Promise<RunningApi> => {
  requireOrigin(env);
  requireMailToConfirm(env);
  const databaseUrl = calledAs("debate-api", required(env.databaseUrl, "DATABASE_URL"));
  const { poolSize, poolMin } = env;
  const secret = required(env.sessionSecret, "SESSION_SECRET");
  const secrets = [secret, ...(env.previousSessionSecret ? [env.previousSessionSecret] : [])];
  const outages = sparing(logger);
  const db = await createDataSource(databaseUrl, { ...PRODUCT, poolSize }).initialize();
  await requireMigrated(db, db);
  const pool = createPool(
    { connectionString: databaseUrl, max: poolSize, min: poolMin, rehearse: rehearse(env) },
    outages,
  );
  const reads = prepared(pool);
  const lists = openListPool(databaseUrl, env, outages);
  const [backend] = await Promise.all([
    openBackend({ ...env, databaseUrl }, outages),
    pool.fill(),
    lists.pool.fill(),
  ]);
  const sessions = createSessions({ pool, reads, env, logger }, secrets);

  const app = createApp(env.trustProxy);
  const checkOrigin = createOriginCheck(env.publicOrigin);
  const logDenial = createAuthorizationLog(logger);
  const limits = limitSockets(env.limits.socketsPerAddress, logger);
  const io = createSocketServer(backend, checkOrigin, limits, logDenial);
  const watchers = countWatchers(io);
  const tracing = await openTracing(env.traces, "debate-api");
  traceWords(io, tracing);
  paceDeltas(io, cadenceOf);
  const recentWords = hearWords(io);
  hearApart(io);
  const crowdReads = askedTogether(reads);
  const visible = createVisibleDebates(crowdReads);
  io.on("visibility:changed", visible.forget);
  const enqueue = createEnqueue(backend);
  const recordings = createRecordingBytes(reads);
  const radio = createRadio(
    { reads, recordings, enqueue, logger },
    io,
    env.limits.socketsPerAddress,
  );
  const context: Context = {
    env,
    logger,
    db,
    reads,
    crowdReads,
    lists: { reads: lists.sql, crowdReads: askedTogether(lists.sql) },
    listSlots: lists.slots,
    enqueue,
    logDenial,
    tracing,
    radio,
    watchers,
    announce: createAnnounce(io, visible.forget),
    throttles: createThrottles(backend, env.limits, logger),
    providerHealth: createProviderHealth(reads),
    recordings,
    moments: createMomentSounds(recordings),
    recentWords,
    recordingNews: hearRecordingNews(io),
    paypal: env.paypal && createPayPal(env.paypal),
    disconnectSession: (id) => io.in(sessionRoom(id)).disconnectSockets(true),
  };
  const leaving = createLeaving();
  addRoutes(app, { context, backend, sessions, checkOrigin, leaving, web, draw });
  const server = createAppServer(app, { servesHost: createHostCheck(env), isHttps: env.isHttps });
  serveSockets(io, server, sessions.middleware, { context, limits, visible });
  const counted = countSockets(io, logger);
  const metrics = await serveMetrics(env, socketMeasures(io));
  const repeating = repeatRows(io, context, repeatMs);
  await backend.hears();
  const port = await listen(server, env.port);
  let left: Promise<void> | undefined;
  const stop = () => void (left = stopListening(server));

  return {
    port,
    metricsPort: metrics?.port,
    origin: env.publicOrigin ?? `http://localhost:${port}`,
    drain: (ms) => drain({ io, leaving, logger, stopListening: stop }, ms),
    async close() {
      watchers.close();
      radio.close();
      await repeating.stop();
      limits.close();
      await closeInGrace(server, () => Promise.all([io.close(), left]));
      counted.close();
      sessions.close();
      await metrics?.close();
      await context.moments.close();
      await tracing.close();
      await backend.close();
      await Promise.allSettled([pool.end(), lists.pool.end(), db.destroy()]);
    },
  };
};
