import type { Consumer } from "#infra/backend/backend.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { calledAs, createDataSource, PRODUCT } from "#infra/db/data-source.ts";
import { createPool } from "#infra/db/pool.ts";
import { prepared } from "#infra/db/prepared.ts";
import { requireMigrated } from "#infra/db/require-migrated.ts";
import { type Env, required } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { serveMetrics } from "#infra/metrics/serve-metrics.ts";
import { workMeasures } from "#infra/metrics/work-measures.ts";
import { openTracing } from "#infra/tracing/open-tracing.ts";
import type { Origin } from "#infra/queue/origin.ts";
import { sparing } from "#infra/sparing.ts";
import { watchEventLoop } from "#infra/process/event-loop.ts";
import { consume, type JobHandlers } from "#infra/queue/consume.ts";
import { createPayPal } from "#infra/payments/paypal.ts";
import { createEnqueue, onBehalfOf } from "#infra/queue/enqueue.ts";
import { createAnnounce } from "#infra/realtime/announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless.ts";
import { checkReadiness } from "#infra/readiness.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import { startHealthServer } from "./health-server.ts";
import { createHandlers } from "./jobs/handlers.ts";
import { createTextKeeper } from "./jobs/keep-text.ts";
import { createUnderWay, createWorkRunner } from "./jobs/run-work.ts";
import { providerBounds, watchProviders } from "./jobs/watch-providers.ts";
import { type ChatModels, createModels } from "./llm/create-models.ts";
import { createModerator } from "./llm/moderator.ts";
import { createMailer } from "./mail/mailer.ts";
import type { Patience } from "./llm/watched-fetch.ts";
import { startNotingWorker } from "./note-worker.ts";
import { startPulse } from "./pulse/start-pulse.ts";
import { rehearse } from "./rehearse.ts";
import { startReconciling } from "./reconcile.ts";
import { createVoiceService } from "./speech/voice-service.ts";
import { startReconcilingPurchases } from "./reconcile-purchases.ts";

export interface WorkerOptions {
  env: Env;
  logger: Logger;
  /** The queues to consume, with the number of concurrent jobs per queue. */
  concurrency: ReadonlyMap<QueueName, number>;
  /**
   * Time for running jobs to finish at shutdown, in ms. Jobs that are still running are then
   * released.
   */
  graceMs?: number;
  patience?: Patience;
  models?: ChatModels;
}

export interface RunningWorker {
  port: number;
  /** Port of the metrics server; undefined if metrics are off. */
  metricsPort: number | undefined;
  /** Stops taking jobs, finishes or releases those that run, and closes all connections. */
  close(): Promise<void>;
}

/** Starts a worker and resolves once it takes jobs. */
export const startWorker = async (options: WorkerOptions): Promise<RunningWorker> => {
  const { env, logger, concurrency, graceMs = env.workerGraceMs, patience } = options;
  const databaseUrl = calledAs("debate-worker", required(env.databaseUrl, "DATABASE_URL"));
  const { poolSize, poolMin } = env;
  const outages = sparing(logger);
  const db = await createDataSource(databaseUrl, { ...PRODUCT, poolSize }).initialize();
  await requireMigrated(db, db);
  const pool = createPool(
    { connectionString: databaseUrl, max: poolSize, min: poolMin, rehearse },
    outages,
  );
  const sql = prepared(pool);
  const [backend] = await Promise.all([openBackend({ ...env, databaseUrl }, outages), pool.fill()]);
  const io = createHeadlessServer(backend);
  const enqueue = createEnqueue(backend);
  const announce = createAnnounce(io);
  const models = options.models ?? createModels({ ...env, ...(patience && { patience }) });
  const { requestsInFlight } = env;
  const limits = env.spending;
  const bounds = {
    ...providerBounds(requestsInFlight, [...models.keys()]),
    limits,
    isModerationFree: env.moderation?.isFree ?? true,
  };
  const providers = watchProviders({ sql, enqueue, logger, bounds });
  const { prices } = env.spending;
  const underWay = createUnderWay();
  const pulse = startPulse(databaseUrl, logger);
  const tracing = await openTracing(env.traces, "debate-worker");
  const shared = { tracing, prices, limits, announce, sql, providers, underWay, pulse, outages };
  const parts = {
    db,
    sql,
    keepText: createTextKeeper(sql),
    logger,
    announce,
    models,
    voice: createVoiceService(env.voice, patience),
    speaksAhead: env.speaksAhead,
    moderator: createModerator(env.moderation, patience),
    mailer: createMailer(env.mail),
    labels: env.labels,
    productName: env.productName,
    contactEmail: env.contactEmail,
    origin: env.origin,
    openTurns: env.limits.openTurnsPerUser,
    limits,
  };
  /** Jobs and log lines that follow from a request carry its id and trace. */
  const handlersFor = ({ requestId, traceparent }: Origin): JobHandlers => {
    const own = onBehalfOf(enqueue, { requestId, traceparent });
    const log = requestId === undefined ? logger : logger.child({ requestId });
    const runner = createWorkRunner({ ...shared, traceparent, logger: log, enqueue: own });
    return createHandlers({ ...parts, enqueue: own, runner });
  };
  const consumers = [...concurrency].map(([queue, atOnce]) =>
    consume(backend, queue, handlersFor, atOnce),
  );
  let isStopping = false;
  /** A consumer that cannot start ends the process with an unhandled rejection. */
  const keepTaking = (consumer: Consumer) =>
    consumer.run().catch((err: unknown) => {
      if (!isStopping) throw err;
    });
  for (const consumer of consumers) void keepTaking(consumer);
  const reconcilers = [
    startReconciling({ db, sql, enqueue, announce, logger, requestsInFlight, limits }),
  ];
  if (env.paypal)
    reconcilers.push(
      startReconcilingPurchases({
        db,
        logger,
        announce,
        env,
        enqueue,
        paypal: createPayPal(env.paypal),
      }),
    );
  const noting = startNotingWorker({ sql, underWay, logger }, [...concurrency.keys()]);
  const loop = watchEventLoop();
  const health = await startHealthServer(env, async () => {
    const readiness = await checkReadiness({ db, sql }, backend);
    return { ...readiness, ready: readiness.ready && loop.isResponsive() };
  });
  const measures = workMeasures(sql, env.spending.perDay);
  const metrics = await serveMetrics(env, measures);
  logger.info({ concurrency: Object.fromEntries(concurrency), backend: backend.name }, "ready");

  const finishOrHandBack = async () => {
    const grace = setTimeout(() => underWay.handBack(), graceMs);
    await Promise.all(consumers.map((consumer) => consumer.close()));
    clearTimeout(grace);
  };

  return {
    port: health.port,
    metricsPort: metrics?.port,
    async close() {
      isStopping = true;
      logger.info("stopping");
      // Stops the reconcilers in parallel: their poll may wait for PayPal or the database longer
      // than the grace period.
      const looks = reconcilers.map((reconciler) => reconciler.stop());
      await Promise.all([finishOrHandBack(), ...looks]);
      await noting.stop();
      await pulse.stop();
      loop.stop();
      await health.close();
      await metrics?.close();
      await tracing.close();
      await closeHeadlessServer(io);
      await backend.close();
      await Promise.allSettled([pool.end(), db.destroy()]);
      logger.info("stopped");
    },
  };
};
