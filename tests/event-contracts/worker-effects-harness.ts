import type { DebateEntity } from "#infra/db/entities/debate.ts";
import { selectRows } from "#infra/db/sql.ts";
import {
  ADMIN_ROOM,
  fullRoom,
  previewRoom,
  resultsRoom,
  userRoom,
  visitorRoom,
} from "#infra/realtime/rooms.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";
import { createMemoryLogger, type MemoryLogger } from "../helpers/memory-logger.ts";
import { WorkerHarness } from "../worker/worker-harness.ts";
import { type TenantIsolation, seedOtherTenant } from "../helpers/tenant-isolation.ts";
import { startEffectRecorder, type EffectRecorder } from "./effect-recorder.ts";
import type { ContractCase } from "./contract-case.ts";

const createSql =
  ({ db }: WorkerHarness) =>
  <Columns extends object>(statement: string, values: unknown[] = []) =>
    selectRows<Columns>(db, statement, values);

/** Workers that process one queue and stop, plus a recorder of what they send. */
export class WorkerEffectsHarness {
  readonly #names = new Map<string, string>();

  private constructor(
    readonly worker: WorkerHarness,
    private readonly backend: TestBackend,
    private readonly log: MemoryLogger,
    private readonly recorder: EffectRecorder,
    private readonly bystanders: TenantIsolation,
  ) {}

  static async open(): Promise<WorkerEffectsHarness> {
    const backend = await openTestBackend("postgres");
    const workerHarness = await WorkerHarness.openEmpty(backend);
    const log = createMemoryLogger();
    const bystanders = await seedOtherTenant(createSql(workerHarness));
    const recorder = await startEffectRecorder(backend.database.url, log);
    return new WorkerEffectsHarness(workerHarness, backend, log, recorder, bystanders);
  }

  /**
   * Runs the action of a contract case. Returns every message that the worker sent, then every
   * change to the rows of the bystanders. No action may affect these users.
   */
  async record({ prepare }: ContractCase<WorkerEffectsHarness>): Promise<string[]> {
    this.#names.clear();
    this.#names.set(ADMIN_ROOM, "admins");
    await this.sql("DELETE FROM debates WHERE user_id <> $1", [this.bystanders.userId]);
    await this.sql("DELETE FROM emails WHERE user_id <> $1", [this.bystanders.userId]);
    await this.sql("DELETE FROM exports WHERE user_id <> $1", [this.bystanders.userId]);
    await this.sql("DELETE FROM bullmq.job");
    await this.sql("UPDATE provider_health SET failures = 0, open_until = NULL");
    const act = await prepare(this);
    // Postpones the open jobs. On a slow machine, they would be reconciled as lost jobs.
    const later = "now() + interval '1 hour'";
    await this.sql(`UPDATE turns SET run_at = ${later}, judging_run_at = ${later}
                     WHERE isfinite(run_at)`);
    await this.sql(`UPDATE debates SET verdict_run_at = ${later} WHERE isfinite(verdict_run_at)`);
    for (const table of [
      "audio_cache",
      "moderations",
      "emails",
      "exports",
      "verdict_repeats",
      "panel_votes",
    ])
      await this.sql(`UPDATE ${table} SET run_at = ${later} WHERE isfinite(run_at)`);
    await this.recorder.lines(this.#names);
    await act();
    return [...(await this.recorder.lines(this.#names)), ...(await this.bystanders.changes())];
  }

  /** Inserts a debate with this many generated and judged turns. */
  async debate(finished: number, more: Partial<DebateEntity> = {}): Promise<DebateEntity> {
    const debate = await this.worker.makeDebate({ maxTurns: 6, ...more });
    const { id, userId } = debate;
    this.#names.set(fullRoom(id), "members").set(visitorRoom(id), "visitors");
    this.#names.set(resultsRoom(id), "voters").set(previewRoom(id), "previews");
    this.#names.set(userRoom(userId), "owner");
    if (finished > 0) await insertFinishedTurns(this, debate, finished);
    await this.sql(
      `UPDATE turns SET judging_status = 'complete', content = 'Streets belong to people, not cars.'
        WHERE debate_id = $1`,
      [id],
    );
    await this.sql("UPDATE debates SET scores = NULL WHERE id = $1", [id]);
    return this.worker.debate(id);
  }

  get sql(): ReturnType<typeof createSql> {
    return createSql(this.worker);
  }

  get moderation(): Record<string, string> {
    return { MODERATION_BASE_URL: this.worker.fakes.moderationBaseUrl };
  }

  /**
   * Runs a worker with speech synthesis until `isOver` returns true. The worker processes only this
   * queue, or none if it is null.
   */
  async work(
    queue: QueueName | null,
    isOver: () => Promise<boolean> = () => this.#isDone(queue),
    variables: Record<string, string> = {},
  ): Promise<void> {
    const voice = { TTS_BASE_URL: this.worker.fakes.ttsBaseUrl };
    const worker = await this.worker.startWorker({
      env: this.backend.env({ ...this.worker.variables, ...voice, ...variables }),
      logger: this.log.logger,
      concurrency: new Map(queue === null ? [] : [[queue, 1]]),
    });
    await waitUntil(isOver, { what: "the end of the work" });
    // Closing flushes the worker's last messages.
    await worker.close();
  }

  async #isDone(queue: QueueName | null): Promise<boolean> {
    const jobs = "SELECT FROM bullmq.job WHERE queue = $1 AND state <> 'delayed'";
    return (await this.sql(jobs, [queue])).length === 0;
  }

  async close(): Promise<void> {
    await this.recorder.close();
    await this.worker.close();
    await this.backend.database.drop();
  }
}
