import { LedgerEntryEntity } from "#infra/db/entities/ledger-entry.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { joinDeltas, listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("a failing turn", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 500 });
    await harness.startWorker({
      providerTimeouts: { firstByteMs: 60_000, silenceMs: 3000, totalMs: 60_000 },
    });
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    await harness.idle();
  });

  it.each([
    ["is rate limited", { effect: "status", status: 429, retryAfter: 1 }],
    ["is cut off cleanly", { effect: "cut", after: 40 }],
    ["is reset", { effect: "reset", after: 40 }],
    ["stalls", { effect: "stall", after: 40 }],
    ["gets an empty response", { effect: "empty" }],
  ] as const)("starts over as a new attempt when it %s", async (_how, fault) => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "turn", ...fault });
    const events = await harness.watch(debate);
    const turnId = await harness.requestTurn(debate);
    const turn = await harness.turnIn(turnId, { status: "complete" });
    await waitUntil(() => listEventNames(events).includes("debate:updated"));
    expect(turn).toMatchObject({ attempt: 2, failures: 1, error: null });
    expect(joinDeltas(events, turnId)).toBe(turn.content);
    expect(listEventNames(events).slice(0, 4)).toEqual([
      "turn:started",
      "turn:waiting",
      "turn:started",
      "turn:completed",
    ]);
    expect(await harness.debate(debate.id)).toMatchObject({ currentTurn: 1, refunded: false });
  });

  it("waits as long as the provider requests before its next attempt", async () => {
    const debate = await harness.makeDebate();
    harness.fakes.requests.clear();
    harness.faultIn(debate, { kind: "turn", effect: "status", status: 429, retryAfter: 3 });
    await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
    const [first, second] = harness.fakes.requests.all({ kind: "turn" });
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2900);
  });

  it.each([
    ["refuse", "refused", "ChatGPT refused this topic."],
    ["filter", "refused", "ChatGPT refused this topic."],
  ] as const)(
    "fails for good at the first %s, with a plain message",
    async (effect, code, message) => {
      const debate = await harness.makeDebate();
      harness.faultIn(debate, { kind: "turn", effect, after: 20 });
      const events = await harness.watch(debate);
      const turnId = await harness.requestTurn(debate);
      const turn = await harness.turnIn(turnId, { status: "failed" });
      expect(turn).toMatchObject({ attempt: 1, error: { code, message } });
      const failed = await waitUntil(() => events.find(({ name }) => name === "turn:failed"));
      expect(failed.event).toMatchObject({ turn: { status: "failed", error: { code, message } } });
    },
  );

  it("fails for good at its fifth failure", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "turn", effect: "status", status: 503 });
    const turnId = await harness.requestTurn(debate, { isLost: true });
    await harness.db.getRepository(TurnEntity).update(turnId, { failures: 4 });
    await harness.enqueue("generate-turn", { turnId }, { attempt: 0 });
    const turn = await harness.turnIn(turnId, { status: "failed" });
    expect(turn.error).toMatchObject({ code: "overloaded" });
  });

  it("fails for good after 24 interrupted attempts", async () => {
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate, { isLost: true });
    await harness.db.getRepository(TurnEntity).update(turnId, { attempt: 24 });
    await harness.enqueue("generate-turn", { turnId }, { attempt: 24 });
    const turn = await harness.turnIn(turnId, { status: "failed" });
    expect(turn.error).toMatchObject({ code: "interrupted" });
  });

  it("discards the spoken sentences of its failed recording", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "turn", effect: "refuse" });
    const [turn] = await harness.db.query<{ id: number }[]>(
      `WITH turn AS (INSERT INTO turns (debate_id, turn_number, role, type)
                     VALUES ($1, 1, 'bot_a', 'opening') RETURNING id)
       INSERT INTO audio_cache (turn_id, provider, content_hash, status, spoken)
       SELECT id, 'openai', id::text, 'failed', '[1]' FROM turn RETURNING turn_id AS id`,
      [debate.id],
    );
    const turnId = turn?.id ?? 0;
    await harness.enqueue("generate-turn", { turnId }, { attempt: 0 });
    await harness.turnIn(turnId, { status: "failed" });
    const recording = "SELECT spoken FROM audio_cache WHERE turn_id = $1";
    expect(await harness.db.query(recording, [turnId])).toEqual([{ spoken: [] }]);
  });

  const money = async ({ id, userId }: { id: number; userId: number }) => {
    const entries = await harness.db.getRepository(LedgerEntryEntity).findBy({ userId });
    const { credits } = await harness.db.getRepository(UserEntity).findOneByOrFail({ id: userId });
    const refunds = entries.filter(({ reason }) => reason === "refund");
    const sum = entries.reduce((total, { delta }) => total + delta, 0);
    const { refunded } = await harness.debate(id);
    return { credits, sum, refunded, references: refunds.map(({ reference }) => reference) };
  };

  it("refunds its credit once per payment if it is the first turn, and changes no other debate", async () => {
    const [debate, other] = [await harness.makeDebate(), await harness.makeDebate()];
    await harness.db.query(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 7, 'admin', 'a gift')`,
      [debate.userId],
    );
    const events = await harness.watch(debate);
    harness.faultIn(debate, { kind: "turn", effect: "refuse", times: 2 });
    const turnId = await harness.requestTurn(debate);
    await harness.turnIn(turnId, { status: "failed" });
    const references = [`${debate.id}:1`];
    expect(await money(debate)).toEqual({ credits: 8, sum: 8, refunded: true, references });
    await waitUntil(() => listEventNames(events).includes("credits:updated"));
    expect(events.filter(({ name }) => name.endsWith(":updated")).slice(-2)).toMatchObject([
      { name: "debate:updated", event: { refunded: true } },
      { name: "credits:updated", event: { credits: 8 } },
    ]);

    await harness.payAgain(debate);
    const { attempt } = await harness.reopenTurn(turnId);
    await harness.turnIn(turnId, { status: "failed", attempt: attempt + 1 });
    references.push(`${debate.id}:2`);
    expect(await harness.debate(other.id)).toEqual(other);
    expect(await money(debate)).toEqual({ credits: 8, sum: 8, refunded: true, references });
  });

  it("refunds nothing if it is a later turn", async () => {
    const debate = await harness.makeDebate();
    await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
    harness.faultIn(debate, { kind: "turn", effect: "refuse" });
    await harness.turnIn(await harness.requestTurn(debate), { status: "failed" });
    expect(await money(debate)).toEqual({ credits: 0, sum: 0, refunded: false, references: [] });
  });

  it("refunds nothing if the debate is already refunded", async () => {
    const debate = await harness.makeDebate({ refunded: true });
    harness.faultIn(debate, { kind: "turn", effect: "refuse" });
    await harness.turnIn(await harness.requestTurn(debate), { status: "failed" });
    expect(await money(debate)).toEqual({ credits: 0, sum: 0, refunded: true, references: [] });
  });

  it("is judged again after the judge's failure, and has no score after the judge's refusal", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "judge", effect: "status", status: 500 });
    const first = await harness.requestTurn(debate);
    expect(await harness.turnIn(first, { judgingStatus: "complete" })).toMatchObject({
      judgingAttempt: 2,
      judgingFailures: 1,
    });
    harness.faultIn(debate, { kind: "judge", effect: "refuse" });
    const second = await harness.requestTurn(debate);
    expect(await harness.turnIn(second, { judgingStatus: "failed" })).toMatchObject({
      score: null,
      judge: "claude",
    });
  });
});
