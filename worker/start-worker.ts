import type { JobConsumer } from "#infra/backend/backend.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { assertSessionPooling } from "#infra/db/connection/assert-session-pooling.ts";
import {
  withApplicationName,
  createDataSource,
  PRODUCT_CONNECTIONS,
} from "#infra/db/connection/data-source.ts";
import { createPool } from "#infra/db/connection/warm-pool.ts";
import type { ProviderLimits } from "#infra/db/jobs/claim-job.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import { assertMigrated } from "#infra/db/assert-migrated.ts";
import { assertPanelConfigured, type Env, requireVariable } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { serveMetrics } from "#infra/metrics/metrics-server.ts";
import { createJobGauges } from "#infra/metrics/job-gauges.ts";
import { createTracer } from "#infra/tracing/create-tracer.ts";
import type { JobOrigin } from "#infra/queue/job-origin.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { monitorEventLoop } from "#infra/process/event-loop-monitor.ts";
import { createQueueConsumer, type JobHandlers } from "#infra/queue/queue-consumer.ts";
import { createPayPalClient } from "#infra/payments/paypal-client.ts";
import { createEnqueue, withJobOrigin } from "#infra/queue/enqueue.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import { setProxies } from "#infra/http/outgoing-fetch.ts";
import { checkReadiness } from "#infra/readiness.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import { startHealthServer } from "./runtime/health-server.ts";
import { createJobHandlers } from "./jobs/job-handlers.ts";
import { createPartialTextSaver } from "./jobs/generate-turn/save-partial-text.ts";
import { createInFlightJobs, createJobRunner } from "./runtime/run-job.ts";
import { buildProviderLimits, createProviderMonitor } from "./runtime/provider-monitor.ts";
import { createCharter, startSeason } from "./judging/charter.ts";
import { createChatModels, type ServerModels } from "./llm/create-chat-models.ts";
import { createModerator } from "./llm/moderator.ts";
import { createMailer } from "./email/mailer.ts";
import type { Timeouts } from "./llm/http/fetch-with-timeouts.ts";
import { startWorkerRegistration } from "./runtime/register-worker.ts";
import { startHeartbeatThread } from "./runtime/heartbeat/start-heartbeat-thread.ts";
import { warmUpQueries } from "./runtime/warm-up-queries.ts";
import { startReconciler } from "./runtime/reconciler/reconciler.ts";
import { createVoiceService } from "./speech/voice-service.ts";
import { startPurchaseReconciler } from "./runtime/reconciler/purchase-reconciler.ts";

export interface WorkerOptions {
  env: Env;
  logger: Logger;
  /** The queues to consume, with the number of concurrent jobs per queue. */
  concurrency: ReadonlyMap<QueueName, number>;
  /**
   * Milliseconds that running jobs get to finish at shutdown. Jobs that are still running after
   * that are released, so that other workers continue them.
   */
  graceMs?: number;
  providerTimeouts?: Timeouts;
  models?: ServerModels;
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
  const { env, logger, concurrency, graceMs = env.workerGraceMs, providerTimeouts } = options;
  assertPanelConfigured(env);
  const databaseUrl = withApplicationName(
    "debate-worker",
    requireVariable(env.databaseUrl, "DATABASE_URL"),
  );
  const { poolSize, poolMin } = env;
  setProxies(env.proxies);
  const throttledLogger = getThrottledLogger(logger);
  await assertSessionPooling(databaseUrl);
  const db = await createDataSource(databaseUrl, { ...PRODUCT_CONNECTIONS, poolSize }).initialize();
  await assertMigrated(db, db);
  const pool = createPool(
    { connectionString: databaseUrl, max: poolSize, min: poolMin, warmUp: warmUpQueries },
    throttledLogger,
  );
  const sql = createPreparedSql(pool);
  const [backend] = await Promise.all([
    openBackend({ ...env, databaseUrl }, throttledLogger),
    pool.fill(),
  ]);
  const io = createHeadlessServer(backend);
  const enqueue = createEnqueue(backend);
  const announce = createEventPublisher(io);
  const models =
    options.models ?? createChatModels({ ...env, ...(providerTimeouts && { providerTimeouts }) });
  const charter = createCharter(env);
  await startSeason(sql, charter);
  const { requestsInFlight } = env;
  const limits = env.spending;
  const providerLimits: ProviderLimits = {
    ...buildProviderLimits(requestsInFlight, [...models.keys()]),
    spendingLimits: limits,
    isModerationFree: env.moderation?.isFree ?? true,
  };
  const providers = createProviderMonitor({ sql, enqueue, logger, providerLimits });
  const { prices } = env.spending;
  const inFlight = createInFlightJobs();
  const heartbeatThread = startHeartbeatThread(databaseUrl, logger);
  const tracing = await createTracer(env.traces, "debate-worker");
  const runnerDeps = {
    tracing,
    prices,
    limits,
    announce,
    sql,
    providers,
    inFlight,
    heartbeatThread,
    throttledLogger,
  };
  const context = {
    db,
    sql,
    savePartialText: createPartialTextSaver(sql),
    logger,
    announce,
    models,
    charter,
    panel: env.judgePanel,
    voice: createVoiceService(env.voice, providerTimeouts),
    synthesizesEveryTurnLive: env.synthesizesEveryTurnLive,
    moderator: createModerator(env.moderation, providerTimeouts),
    mailer: createMailer(env.mail),
    env,
    labels: env.labels,
    productName: env.productName,
    contactEmail: env.contactEmail,
    origin: env.origin,
    openTurns: env.limits.openTurnsPerUser,
    limits,
  };
  /**
   * Creates the handlers for one job. Its log lines and follow-up jobs carry the id of the HTTP
   * request that caused the job; follow-up jobs also carry the trace.
   */
  const handlersFor = ({ requestId, traceparent }: JobOrigin): JobHandlers => {
    const enqueueWithOrigin = withJobOrigin(enqueue, { requestId, traceparent });
    const log = requestId === undefined ? logger : logger.child({ requestId });
    const runner = createJobRunner({
      ...runnerDeps,
      traceparent,
      logger: log,
      enqueue: enqueueWithOrigin,
    });
    return createJobHandlers({ ...context, enqueue: enqueueWithOrigin, runner });
  };
  const consumers = [...concurrency].map(([queue, atOnce]) =>
    createQueueConsumer(backend, queue, handlersFor, atOnce),
  );
  let isStopping = false;
  /** Leaves errors unhandled so that they end the process, except during shutdown. */
  const runConsumer = (consumer: JobConsumer) =>
    consumer.run().catch((err: unknown) => {
      if (!isStopping) throw err;
    });
  for (const consumer of consumers) void runConsumer(consumer);
  const reconcilers = [
    startReconciler({ db, sql, enqueue, announce, logger, requestsInFlight, limits }),
  ];
  if (env.paypal)
    reconcilers.push(
      startPurchaseReconciler({
        db,
        logger,
        announce,
        env,
        enqueue,
        paypal: createPayPalClient(env.paypal),
      }),
    );
  const registration = startWorkerRegistration({ sql, inFlight, models, logger }, [
    ...concurrency.keys(),
  ]);
  const loop = monitorEventLoop();
  const health = await startHealthServer(env, async () => {
    const readiness = await checkReadiness({ db, sql }, backend);
    return { ...readiness, ready: readiness.ready && loop.isResponsive() };
  });
  const gauges = createJobGauges(sql, env.spending.perDay);
  const metrics = await serveMetrics(env, gauges);
  logger.info(
    { concurrency: Object.fromEntries(concurrency), backend: backend.name },
    "worker.ready",
  );

  const finishOrRelease = async () => {
    const grace = setTimeout(() => inFlight.releaseAll(), graceMs);
    await Promise.all(consumers.map((consumer) => consumer.close()));
    clearTimeout(grace);
  };

  return {
    port: health.port,
    metricsPort: metrics?.port,
    async close() {
      isStopping = true;
      logger.info("worker.stopping");
      // The reconcilers stop in parallel with the jobs, because a poll can wait for PayPal or the
      // database longer than the grace period.
      const stopping = reconcilers.map((reconciler) => reconciler.stop());
      await Promise.all([finishOrRelease(), ...stopping]);
      await registration.stop();
      await heartbeatThread.stop();
      loop.stop();
      await health.close();
      await metrics?.close();
      await tracing.close();
      await closeHeadlessServer(io);
      await backend.close();
      await Promise.allSettled([pool.end(), db.destroy()]);
      logger.info("worker.stopped");
    },
  };
};
