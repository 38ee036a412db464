import { DebateEntity } from "#infra/db/entities/debate.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("Auto-Play", (backend) => {
  let harness: WorkerHarness;
  let worker: RunningWorker;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    worker = await harness.startWorker();
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    // Turns Auto-Play off. Otherwise it would add turns to this test's debates during later tests.
    await harness.db.query(
      `UPDATE debates SET auto_play_by = NULL, auto_play_status = 'none' WHERE isfinite(auto_play_run_at)`,
    );
    await harness.idle();
  });

  /** Waits until the turn exists. */
  const turnOf = (debate: DebateEntity, turnNumber: number): Promise<TurnEntity> =>
    waitUntil(
      () => harness.db.getRepository(TurnEntity).findOneBy({ debateId: debate.id, turnNumber }),
      {
        what: `turn ${turnNumber}`,
      },
    );
  const spoken = async (debate: DebateEntity, turnNumber: number) =>
    harness.turnIn((await turnOf(debate, turnNumber)).id, { status: "complete" });
  /** Turns Auto-Play on as the API does; the next turn is due after the delay. */
  const turnOn = async ({ id, userId }: DebateEntity, delayMs: number, isLost = false) => {
    await harness.db.query(
      `UPDATE debates SET auto_play_by = $2, auto_play_status = 'pending', auto_play_attempt = 1,
              auto_play_run_at = now() + $3 * interval '1 millisecond' WHERE id = $1`,
      [id, userId, delayMs],
    );
    if (!isLost) await harness.enqueue("auto-play", { debateId: id }, { attempt: 1 });
    return harness.debate(id);
  };
  /** Plans the only sentence of the first turn for one hour from now, so the turn is still spoken. */
  const speakForAnHour = ({ id }: DebateEntity) =>
    harness.db.query(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, version, turn_attempt, spoken)
       SELECT id, 'openai', id::text, 'failed', 0, attempt,
              jsonb_build_array(jsonb_build_object('hash', '', 'ms', 1000,
                'at', extract(epoch FROM now() + interval '1 hour') * 1000))
         FROM turns WHERE debate_id = $1`,
      [id],
    );
  /** Adds two listeners that never time out. */
  const listen = ({ id }: DebateEntity) =>
    harness.db.query(
      `INSERT INTO listeners (debate_id, process, count, heard_at)
       VALUES ($1, gen_random_uuid(), 2, 'infinity')`,
      [id],
    );

  /** Adds a process that reports an open page of the debate and never times out. */
  const openPage = ({ id }: DebateEntity) =>
    harness.db.query(
      `INSERT INTO connected_users (process, user_ids, debate_ids, seen_at)
       VALUES (gen_random_uuid(), '{}', ARRAY[$1::int], 'infinity')`,
      [id],
    );
  const judged = async (debate: DebateEntity, judgingStatus: "complete" | "failed") =>
    harness.turnIn((await spoken(debate, 1)).id, { judgingStatus });
  const dueIn = async (debate: DebateEntity): Promise<number> => {
    const [row] = await harness.db.query<{ ms: number }[]>(
      `SELECT (extract(epoch FROM auto_play_run_at - spoken_at) * 1000)::float AS ms FROM debates WHERE id = $1`,
      [debate.id],
    );
    return row?.ms ?? 0;
  };

  it("requests the next turn 3000 ms after each judgement until the last, and then turns off", async () => {
    const debate = await harness.makeDebate({ maxTurns: 2 });
    const events = await harness.watch(debate, "visitor");
    await turnOn(debate, 0);
    await judged(debate, "complete");
    const due = (await harness.debate(debate.id)).autoPlayRunAt ?? new Date(Number.NaN);
    const [now] = await harness.db.query<{ now: Date }[]>("SELECT now()");
    expect(due.getTime() - (now?.now.getTime() ?? 0)).toBeLessThanOrEqual(3000);
    const second = await turnOf(debate, 2);
    expect(second.runAt?.getTime()).toBeGreaterThanOrEqual(due.getTime());
    await spoken(debate, 2);
    expect(await harness.debate(debate.id)).toMatchObject({
      status: "completed",
      autoPlayBy: null,
      autoPlayStatus: "none",
    });
    const states = () =>
      events.flatMap(({ name, event }) =>
        name === "debate:updated" ? [JSON.parse(JSON.stringify(event)).autoPlay.on] : [],
      );
    await waitUntil(() => states().length >= 2);
    expect(states().slice(0, 2)).toEqual([true, false]);
  });

  it("waits for a slow judge, and no longer than 3000 ms after its score", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    harness.faultIn(debate, { kind: "judge", tokensPerSecond: 2 });
    await turnOn(debate, 0);
    await spoken(debate, 1);
    await waitUntil(async () => (await harness.debate(debate.id)).currentTurn === 1);
    expect(await dueIn(debate)).toBeCloseTo(23_000, 0);
    harness.fakes.faults.clear();
    await judged(debate, "complete");
    expect(await dueIn(debate)).toBeLessThan(20_000);
    await turnOf(debate, 2);
  });

  it("requests the next turn 3000 ms after a judging that failed", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    harness.faultIn(debate, { kind: "judge", effect: "not-json", times: 2 });
    await turnOn(debate, 0);
    await judged(debate, "failed");
    expect(await dueIn(debate)).toBeLessThan(20_000);
    await turnOf(debate, 2);
  });

  it("waits at most 20 s after a turn for its judgement, and 3000 ms more", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    harness.faultIn(debate, { kind: "judge", tokensPerSecond: 0.5 });
    const { id } = await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
    await harness.db.query(
      "UPDATE debates SET spoken_at = now() - interval '20 seconds' WHERE id = $1",
      [debate.id],
    );
    await turnOn(debate, 0);
    await turnOf(debate, 2);
    expect(await dueIn(debate)).toBeGreaterThan(22_000);
    expect(await harness.turn(id)).toMatchObject({ judgingStatus: "running" });
  });

  it("waits for its delay even if its job runs early", async () => {
    const debate = await harness.makeDebate();
    const { autoPlayRunAt } = await turnOn(debate, 700);
    const { runAt } = await turnOf(debate, 1);
    expect(runAt?.getTime()).toBeGreaterThanOrEqual(autoPlayRunAt?.getTime() ?? Infinity);
    expect(await harness.debate(debate.id)).toMatchObject({ autoPlayFailures: 0 });
  });

  it("continues after its job is lost and its worker restarts", async () => {
    const debate = await harness.makeDebate();
    await worker.close();
    await turnOn(debate, 0, true);
    worker = await harness.startWorker();
    expect(await spoken(debate, 1)).toMatchObject({ attempt: 1 });
  });

  it("waits without failures while its user has reached the limit of open turns", async () => {
    await worker.close();
    const env = backend().env({ ...harness.variables, LIMIT_OPEN_TURNS_PER_USER: "1" });
    worker = await harness.startWorker({ env });
    const [debate, otherDebate] = [await harness.makeDebate(), await harness.makeDebate()];
    // Another worker holds the lease of this turn.
    const turnId = await harness.requestTurn(otherDebate, { isLost: true });
    const turns = harness.db.getRepository(TurnEntity);
    const itsOwn = { heartbeatAt: new Date(Date.now() + 3_600_000), askedBy: debate.userId };
    await turns.update(turnId, { status: "streaming", ...itsOwn });
    await turnOn(debate, 0);
    const waiting = await waitUntil(async () => {
      const now = await harness.debate(debate.id);
      return now.autoPlayAttempt === 25 && now;
    });
    expect(waiting).toMatchObject({ autoPlayStatus: "pending", autoPlayFailures: 0 });
    expect(await turns.countBy({ debateId: debate.id })).toBe(0);
    await turns.update(turnId, { status: "complete" });
    expect(await turnOf(debate, 1)).toMatchObject({ askedBy: debate.userId, priority: 0 });
  });

  it("waits for the voice at its pace, at most 600 s and until everybody has left", async () => {
    const ENDS = {
      "the voice has said it": `
        UPDATE audio_cache SET spoken = jsonb_set(spoken, '{0,at}', '0')
         WHERE turn_id IN (SELECT id FROM turns WHERE debate_id = $1)`,
      "the pace is the text's": "UPDATE debates SET pace = 'text' WHERE id = $1",
      "no pace was chosen": "UPDATE debates SET pace = NULL WHERE id = $1",
      "it takes longer than any turn":
        "UPDATE debates SET spoken_at = now() - interval '601 s' WHERE id = $1",
      "the last page was closed": `
        UPDATE connected_users SET seen_at = now() - interval '11 s' WHERE $1 = ANY (debate_ids)`,
      "the last listener has stopped": "DELETE FROM listeners WHERE debate_id = $1",
    };
    const waiting = Object.entries(ENDS).map(async ([name, end]) => {
      const debate = await harness.makeDebate({ maxTurns: 4 });
      await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
      await speakForAnHour(debate);
      await (name.includes("listener") ? listen(debate) : openPage(debate));
      await harness.db.query("UPDATE debates SET pace = 'voice' WHERE id = $1", [debate.id]);
      await turnOn(debate, 0);
      await waitUntil(async () => (await harness.debate(debate.id)).autoPlayAttempt >= 25);
      expect(await harness.db.getRepository(TurnEntity).countBy({ debateId: debate.id })).toBe(1);
      await harness.db.query(end, [debate.id]);
      await turnOf(debate, 2);
    });
    await Promise.all(waiting);
  });

  it("does not wait for the voice at the pace of the text, without a pace or without viewers", async () => {
    for (const pace of ["text", null, "voice"]) {
      const debate = await harness.makeDebate({ maxTurns: 4 });
      await harness.turnIn(await harness.requestTurn(debate), { judgingStatus: "complete" });
      await speakForAnHour(debate);
      if (pace !== "voice") await listen(debate);
      await harness.db.query("UPDATE debates SET pace = $2 WHERE id = $1", [debate.id, pace]);
      await turnOn(debate, 0);
      expect(await turnOf(debate, 2)).toMatchObject({ turnNumber: 2 });
    }
  });

  it("requests the next turn however many attempts it had before", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    const before = { autoPlayBy: debate.userId, autoPlayAttempt: 23 };
    await harness.db.getRepository(DebateEntity).update(debate.id, before);
    await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
    await spoken(debate, 2);
    expect(await harness.debate(debate.id)).toMatchObject({ autoPlayBy: debate.userId });
  });

  it("requests no turn while one is running, and continues after it", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "turn", tokensPerSecond: 5 });
    const turnId = await harness.requestTurn(debate);
    await harness.turnIn(turnId, { status: "streaming" });
    await turnOn(debate, 0);
    const isAsked = async () => (await harness.debate(debate.id)).autoPlayStatus === "complete";
    await waitUntil(isAsked);
    expect(await harness.db.getRepository(TurnEntity).countBy({ debateId: debate.id })).toBe(1);
    harness.fakes.faults.clear();
    await harness.turnIn(turnId, { status: "complete" });
    await turnOf(debate, 2);
  });

  it("turns off when a turn fails for good, and watchers get an event", async () => {
    const debate = await harness.makeDebate();
    const events = await harness.watch(debate);
    harness.faultIn(debate, { kind: "turn", effect: "refuse" });
    await turnOn(debate, 0);
    const { id } = await turnOf(debate, 1);
    await harness.turnIn(id, { status: "failed" });
    const off = { autoPlayBy: null, autoPlayStatus: "none" };
    expect(await harness.debate(debate.id)).toMatchObject(off);
    await waitUntil(() => JSON.stringify(events).includes('"autoPlay":{"on":false,"by":null}'));
  });

  it("requests no turn and turns off if its user was suspended meanwhile", async () => {
    const debate = await harness.makeDebate();
    const events = await harness.watch(debate);
    await harness.db.query("UPDATE users SET suspended_at = now() WHERE id = $1", [debate.userId]);
    await turnOn(debate, 0);
    await waitUntil(async () => (await harness.debate(debate.id)).autoPlayBy === null);
    expect(await harness.db.getRepository(TurnEntity).countBy({ debateId: debate.id })).toBe(0);
    await waitUntil(() => JSON.stringify(events).includes('"autoPlay":{"on":false,"by":null}'));
  });

  it("requests no turn once it is paused", async () => {
    const debate = await harness.makeDebate();
    await turnOn(debate, 700);
    await harness.db.getRepository(DebateEntity).update(debate.id, { autoPlayBy: null });
    const isOver = async () => (await harness.debate(debate.id)).autoPlayStatus === "complete";
    await waitUntil(isOver);
    expect(await harness.db.getRepository(TurnEntity).countBy({ debateId: debate.id })).toBe(0);
  });
});
