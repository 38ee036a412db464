import { io } from "socket.io-client";
import type { DataSource } from "typeorm";
import type { z } from "zod";
import type { Backend } from "#infra/backend/backend.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { DebateEntity } from "#infra/db/entities/debate.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import type { Fault } from "#infra/dev/fakes/vendor-fault.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { JOB_TABLES } from "#infra/db/jobs/job-tables.ts";
import { withAfterCommit, withTransaction } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { enqueueModeration } from "#infra/services/debates/enqueue-moderation.ts";
import { createEnqueue, type Enqueue } from "#infra/queue/enqueue.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { fullRoom, resultsRoom, userRoom, visitorRoom } from "#infra/realtime/rooms.ts";
import { JOB_NAMES } from "#shared/contract/jobs.ts";
import type { PaidService } from "#shared/domain/billing/spending.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getTurnType } from "#shared/domain/debates/turn.ts";
import { openPanel } from "#worker/jobs/common/open-panel.ts";
import { type RunningWorker, startWorker, type WorkerOptions } from "#worker/start-worker.ts";
import { buildModelUrlVariables, type TestBackend, testLogger, waitUntil } from "../harness.ts";
import { type TenantIsolation, seedOtherTenant } from "../helpers/tenant-isolation.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { type SocketEvent, startSocketHarness } from "./socket-harness.ts";

/** Starts everything around a worker: database, queue, fakes and watchers, but no API. */
export class WorkerHarness {
  readonly #stops: (() => Promise<unknown>)[] = [];
  #people = 0;
  #bystanders: TenantIsolation | undefined;

  private constructor(
    readonly db: DataSource,
    readonly fakes: FakeServers,
    readonly enqueue: Enqueue,
    private readonly test: TestBackend,
    private readonly backend: Backend,
    private readonly sockets: Awaited<ReturnType<typeof startSocketHarness>>,
  ) {}

  /** Opens the harness with the data of another tenant. The tests must not change these rows. */
  static async open(
    ...options: Parameters<typeof WorkerHarness.openEmpty>
  ): Promise<WorkerHarness> {
    const harness = await WorkerHarness.openEmpty(...options);
    harness.#bystanders = await seedOtherTenant((statement, values) =>
      selectRows(harness.db, statement, values),
    );
    return harness;
  }

  static async openEmpty(
    test: TestBackend,
    pace = { firstTokenMs: 5, tokensPerSecond: 2000 },
    voice = createFastFakeVoice(),
  ) {
    const db = await createDataSource(test.database.url).initialize();
    const fakes = await startFakes({ ...pace, ...voice });
    const backend = await openBackend(
      { ...test.env(), databaseUrl: test.database.url },
      testLogger,
    );
    const sockets = await startSocketHarness(backend);
    return new WorkerHarness(db, fakes, createEnqueue(backend), test, backend, sockets);
  }

  /** The environment variables that a worker needs. */
  get variables(): Record<string, string> {
    return this.test.variables(buildModelUrlVariables((id) => this.fakes.baseUrls[id]));
  }

  async startWorker(options: Partial<WorkerOptions> = {}): Promise<RunningWorker> {
    const worker = await startWorker({
      env: this.test.env(this.variables),
      logger: testLogger,
      concurrency: new Map([
        ["turns", 5],
        ["judging", 5],
      ]),
      graceMs: 0,
      ...options,
    });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= worker.close());
    this.#stops.push(close);
    return { ...worker, close };
  }

  /** Creates a debate of a new user who has paid for it. */
  async makeDebate(overrides: Partial<DebateEntity> = {}): Promise<DebateEntity> {
    const name = `person${++this.#people}`;
    const user = await this.db
      .getRepository(UserEntity)
      .save({ username: name, email: `${name}@example.org`, password: "!" });
    const debate = await this.db.getRepository(DebateEntity).save({
      // Unique, so that a fault can apply to this debate only.
      topic: `Cities should ban private cars by ${2030 + this.#people}`,
      userId: user.id,
      botAProvider: "openai",
      botBProvider: "grok",
      maxTurns: 2,
      ...overrides,
    });
    await this.charge(user.id, `${debate.id}:1`);
    return this.debate(debate.id);
  }

  /** Applies a fault to the next request for a turn or judgement of this debate only. */
  faultIn({ topic }: Pick<DebateEntity, "topic">, fault: z.input<typeof Fault>): void {
    this.fakes.faults.add({ contains: topic, ...fault });
  }

  /** Requests a debate's next turn as the API does. With `isLost`, its job is not enqueued. */
  async requestTurn(
    { id }: Pick<DebateEntity, "id">,
    { isLost = false, requestId }: { isLost?: boolean; requestId?: string } = {},
  ): Promise<number> {
    const { currentTurn, maxTurns } = await this.debate(id);
    const turnNumber = currentTurn + 1;
    const role = getRoleOfTurn(turnNumber);
    const type = getTurnType(turnNumber, maxTurns);
    const turn = await this.db
      .getRepository(TurnEntity)
      .save({ debateId: id, turnNumber, role, type });
    const when = { attempt: 0, requestId };
    if (!isLost) await this.enqueue("generate-turn", { turnId: turn.id }, when);
    return turn.id;
  }

  /** Requests the moderation of a debate's topic, as the API does. */
  moderateTopic({ id }: Pick<DebateEntity, "id">): Promise<void> {
    return withAfterCommit(testLogger, (after) =>
      enqueueModeration(this.db, after, this.enqueue, id, null),
    );
  }

  /** Enqueues an email to a debate's owner, as the API does. */
  sendMail({ userId }: Pick<DebateEntity, "userId">): Promise<void> {
    const mail = { kind: "confirm_email", userId, email: `owner-${userId}@example.org` } as const;
    return withAfterCommit(testLogger, async (after) => {
      await this.db.query(`UPDATE users SET email = $2 WHERE id = $1`, [userId, mail.email]);
      await enqueueEmail(this.db, after, this.enqueue, mail);
    });
  }

  /** Requests a data export for a debate's owner, as the API does. */
  async exportData({ userId }: Pick<DebateEntity, "userId">): Promise<void> {
    await this.db.query(`UPDATE users SET email_confirmed_at = now() WHERE id = $1`, [userId]);
    const [made] = await mutateRows<{ id: number }>(
      this.db,
      `INSERT INTO exports (user_id) VALUES ($1) RETURNING id`,
      [userId],
    );
    await this.enqueue("export-data", { exportId: made?.id ?? 0 }, { attempt: 0 });
  }

  /**
   * Requests the check of one service only, whereas the API always requests all checks. Returns the
   * id of its row.
   */
  async checkModel(service: PaidService): Promise<number> {
    const [made] = await mutateRows<{ id: number }>(
      this.db,
      `INSERT INTO model_checks (service) VALUES ($1) RETURNING id`,
      [service],
    );
    const modelCheckId = made?.id ?? 0;
    await this.enqueue("check-model", { modelCheckId }, { attempt: 0 });
    return modelCheckId;
  }

  /** Requests a run of the bait set on a judge. Returns the row's id. */
  async auditJudge(judge: Provider): Promise<number> {
    const [row] = await mutateRows<{ id: number }>(
      this.db,
      `INSERT INTO judge_audit_runs AS r (judge) VALUES ($1)
       ON CONFLICT (judge) DO UPDATE SET status = 'pending', run_at = now(), winners = '{}'
       RETURNING id`,
      [judge],
    );
    const judgeAuditId = row?.id ?? 0;
    await this.enqueue("audit-judge", { judgeAuditId }, { attempt: 0 });
    return judgeAuditId;
  }

  /** Requests that a debate is judged again, as every 50th verdict does. Returns the row's id. */
  async repeatVerdict({ id }: Pick<DebateEntity, "id">, judge = "claude"): Promise<number> {
    const [row] = await mutateRows<{ id: number }>(
      this.db,
      "INSERT INTO verdict_repeats (debate_id, judge) VALUES ($1, $2) RETURNING id",
      [id, judge],
    );
    const verdictRepeatId = row?.id ?? 0;
    await this.enqueue("repeat-verdict", { verdictRepeatId }, { attempt: 0 });
    return verdictRepeatId;
  }

  /** Asks the judges of a panel about a debate, as the last judgement of its turns does. */
  askPanel({ id }: Pick<DebateEntity, "id">, panel: readonly Provider[]): Promise<void> {
    return withTransaction(this.db, testLogger, (tx, after) =>
      openPanel({ enqueue: this.enqueue, panel }, tx, after, id),
    );
  }

  /** Turns Auto-Play on as the API does; the next turn is already due. */
  async enableAutoPlay({ id, userId }: Pick<DebateEntity, "id" | "userId">): Promise<void> {
    await this.db.query(
      `UPDATE debates SET auto_play_by = $2, auto_play_status = 'pending',
              auto_play_run_at = now() - interval '1 millisecond' WHERE id = $1`,
      [id, userId],
    );
    await this.enqueue("auto-play", { debateId: id }, { attempt: 0 });
  }

  /** Makes the cleanup job due; the reconciler enqueues it. */
  async makeCleanupDue(): Promise<void> {
    await this.db.query(`UPDATE cleanups SET run_at = now() - interval '2 seconds'`);
  }

  /** Makes the job that ranks the models due; the reconciler enqueues it. */
  async makeRankingDue(): Promise<void> {
    await this.db.query(`UPDATE leaderboards SET run_at = now() - interval '2 seconds'`);
  }

  /** Reopens a failed turn, as the API does on request. */
  async reopenTurn(turnId: number): Promise<TurnEntity> {
    await this.db
      .getRepository(TurnEntity)
      .update(turnId, { status: "pending", content: "", error: null, failures: 0 });
    const turn = await this.turn(turnId);
    await this.enqueue("generate-turn", { turnId }, { attempt: turn.attempt });
    return turn;
  }

  /** Charges the credit of a refunded debate again, as the API does. */
  async payAgain({ id, userId }: DebateEntity): Promise<void> {
    await this.db.getRepository(DebateEntity).update(id, { refunded: false, charges: 2 });
    await this.charge(userId, `${id}:2`);
  }

  private charge(userId: number, reference: string): Promise<unknown> {
    return this.db.query(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -1, 'debate', $2)`,
      [userId, reference],
    );
  }

  debate(id: number): Promise<DebateEntity> {
    return this.db.getRepository(DebateEntity).findOneByOrFail({ id });
  }
  turn(id: number): Promise<TurnEntity> {
    return this.db.getRepository(TurnEntity).findOneByOrFail({ id });
  }

  /** Waits until the turn has these values. */
  turnIn(id: number, columns: Partial<TurnEntity>): Promise<TurnEntity> {
    const isWanted = (turn: TurnEntity) =>
      Object.entries(columns).every(([key, value]) => turn[key as keyof TurnEntity] === value);
    const find = async () => {
      const turn = await this.turn(id);
      return isWanted(turn) && turn;
    };
    return waitUntil(find, { what: `turn ${id} as ${JSON.stringify(columns)}` });
  }

  /**
   * Waits until no job is due, because leftover jobs would use up the faults of the next test.
   * Ignores jobs that are due or leased more than 30 seconds from now. Also ignores the cleanup
   * job, which never ends.
   */
  async idle(): Promise<void> {
    const open = JOB_NAMES.filter((job) => job !== "cleanup").map((job) => {
      const { table, prefix: p, running } = JOB_TABLES[job];
      return `SELECT FROM ${table} WHERE
        (${p}status = 'pending' AND ${p}run_at < now() + interval '30 seconds') OR
        (${p}status = '${running}' AND ${p}heartbeat_at < now() + interval '30 seconds')`;
    });
    const find = async () => {
      const found = await Promise.all(open.map((rows) => this.db.query<object[]>(rows)));
      return found.flat().length === 0;
    };
    await waitUntil(find, { what: "the end of all work" });
  }

  /** Requests turns one after the other until the debate is completed. */
  async runToEnd(debate: DebateEntity): Promise<void> {
    for (let n = debate.currentTurn; n < debate.maxTurns; n++)
      await this.turnIn(await this.requestTurn(debate), { status: "complete" });
  }

  /**
   * Collects all events that a watcher's socket receives from now on. The socket of a member also
   * receives the last results, as if the member had voted.
   */
  async watch(
    { id, userId }: DebateEntity,
    as: "member" | "visitor" = "member",
  ): Promise<SocketEvent[]> {
    const rooms =
      as === "visitor" ? [visitorRoom(id)] : [fullRoom(id), resultsRoom(id), userRoom(userId)];
    const events: SocketEvent[] = [];
    const socket = io(this.sockets.url, { query: { rooms: rooms.join(",") }, forceNew: true });
    socket.onAny((name: string, event: SocketEvent["event"]) => events.push({ name, event }));
    this.#stops.push(async () => socket.close());
    await waitUntil(() => {
      createEventPublisher(this.sockets.server).votesUpdated(id);
      return events.length > 0;
    });
    events.length = 0;
    return events;
  }

  /** Collects the arguments of an event that workers send to the API processes from now on. */
  collectServerEvents(name: string): unknown[][] {
    const events: unknown[][] = [];
    this.sockets.server.on(name, (...args: unknown[]) => events.push(args));
    return events;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.toReversed()) await stop();
    try {
      await this.#bystanders?.expectUntouched();
    } finally {
      await this.sockets.server.close();
      await this.backend.close();
      await this.fakes.close();
      await this.db.destroy();
    }
  }
}
