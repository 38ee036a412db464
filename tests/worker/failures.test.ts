import { LedgerEntryEntity } from "#infra/db/entities/ledger-entry.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { joinDeltas, listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("a failing turn", (backend) => {
  let stage: WorkerHarness;
  beforeAll(async () => {
    stage = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 500 });
    await stage.startWorker({
      patience: { firstByteMs: 60_000, silenceMs: 3000, totalMs: 60_000 },
    });
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    stage.standins.faults.clear();
    await stage.idle();
  });

  it.each([
    ["is rate limited", { effect: "status", status: 429, retryAfter: 1 }],
    ["is cut off cleanly", { effect: "cut", after: 40 }],
    ["is reset", { effect: "reset", after: 40 }],
    ["stalls", { effect: "stall", after: 40 }],
    ["gets an empty response", { effect: "empty" }],
  ] as const)("starts over as a new attempt when it %s", async (_how, fault) => {
    const debate = await stage.makeDebate();
    stage.faultIn(debate, { kind: "turn", ...fault });
    const heard = await stage.watch(debate);
    const turnId = await stage.requestTurn(debate);
    const turn = await stage.turnIn(turnId, { status: "complete" });
    await waitUntil(() => listEventNames(heard).includes("debate:updated"));
    expect(turn).toMatchObject({ attempt: 2, failures: 1, error: null });
    expect(joinDeltas(heard, turnId)).toBe(turn.content);
    expect(listEventNames(heard).slice(0, 3)).toEqual([
      "turn:started",
      "turn:started",
      "turn:completed",
    ]);
    expect(await stage.debate(debate.id)).toMatchObject({ currentTurn: 1, refunded: false });
  });

  it("waits as long as the provider requests before its next attempt", async () => {
    const debate = await stage.makeDebate();
    stage.standins.requests.clear();
    stage.faultIn(debate, { kind: "turn", effect: "status", status: 429, retryAfter: 3 });
    await stage.turnIn(await stage.requestTurn(debate), { status: "complete" });
    const [first, second] = stage.standins.requests.all({ kind: "turn" });
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2900);
  });

  it.each([
    ["refuse", "refused", "ChatGPT refused this topic."],
    ["filter", "refused", "ChatGPT refused this topic."],
  ] as const)(
    "fails for good at the first %s, with a plain message",
    async (effect, code, message) => {
      const debate = await stage.makeDebate();
      stage.faultIn(debate, { kind: "turn", effect, after: 20 });
      const heard = await stage.watch(debate);
      const turnId = await stage.requestTurn(debate);
      const turn = await stage.turnIn(turnId, { status: "failed" });
      expect(turn).toMatchObject({ attempt: 1, error: { code, message } });
      const failed = await waitUntil(() => heard.find(({ name }) => name === "turn:failed"));
      expect(failed.event).toMatchObject({ turn: { status: "failed", error: { code, message } } });
    },
  );

  it("fails for good at its fifth failure", async () => {
    const debate = await stage.makeDebate();
    stage.faultIn(debate, { kind: "turn", effect: "status", status: 503 });
    const turnId = await stage.requestTurn(debate, { isLost: true });
    await stage.db.getRepository(TurnEntity).update(turnId, { failures: 4 });
    await stage.enqueue("generate-turn", { turnId }, { attempt: 0 });
    const turn = await stage.turnIn(turnId, { status: "failed" });
    expect(turn.error).toMatchObject({ code: "overloaded" });
  });

  it("fails for good after 24 interrupted attempts", async () => {
    const debate = await stage.makeDebate();
    const turnId = await stage.requestTurn(debate, { isLost: true });
    await stage.db.getRepository(TurnEntity).update(turnId, { attempt: 24 });
    await stage.enqueue("generate-turn", { turnId }, { attempt: 24 });
    const turn = await stage.turnIn(turnId, { status: "failed" });
    expect(turn.error).toMatchObject({ code: "interrupted" });
  });

  it("discards the spoken sentences of its failed recording", async () => {
    const debate = await stage.makeDebate();
    stage.faultIn(debate, { kind: "turn", effect: "refuse" });
    const [turn] = await stage.db.query<{ id: number }[]>(
      `WITH turn AS (INSERT INTO turns (debate_id, turn_number, role, type)
                     VALUES ($1, 1, 'bot_a', 'opening') RETURNING id)
       INSERT INTO audio_cache (turn_id, provider, content_hash, status, spoken)
       SELECT id, 'openai', id::text, 'failed', '[1]' FROM turn RETURNING turn_id AS id`,
      [debate.id],
    );
    const turnId = turn?.id ?? 0;
    await stage.enqueue("generate-turn", { turnId }, { attempt: 0 });
    await stage.turnIn(turnId, { status: "failed" });
    const recording = "SELECT spoken FROM audio_cache WHERE turn_id = $1";
    expect(await stage.db.query(recording, [turnId])).toEqual([{ spoken: [] }]);
  });

  const money = async ({ id, userId }: { id: number; userId: number }) => {
    const entries = await stage.db.getRepository(LedgerEntryEntity).findBy({ userId });
    const { credits } = await stage.db.getRepository(UserEntity).findOneByOrFail({ id: userId });
    const refunds = entries.filter(({ reason }) => reason === "refund");
    const sum = entries.reduce((total, { delta }) => total + delta, 0);
    const { refunded } = await stage.debate(id);
    return { credits, sum, refunded, references: refunds.map(({ reference }) => reference) };
  };

  it("refunds its credit once per payment if it is the first turn, and changes no other debate", async () => {
    const [debate, other] = [await stage.makeDebate(), await stage.makeDebate()];
    await stage.db.query(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 7, 'admin', 'a gift')`,
      [debate.userId],
    );
    const heard = await stage.watch(debate);
    stage.faultIn(debate, { kind: "turn", effect: "refuse", times: 2 });
    const turnId = await stage.requestTurn(debate);
    await stage.turnIn(turnId, { status: "failed" });
    const references = [`${debate.id}:1`];
    expect(await money(debate)).toEqual({ credits: 8, sum: 8, refunded: true, references });
    await waitUntil(() => listEventNames(heard).includes("credits:updated"));
    expect(heard.filter(({ name }) => name.endsWith(":updated")).slice(-2)).toMatchObject([
      { name: "debate:updated", event: { refunded: true } },
      { name: "credits:updated", event: { credits: 8 } },
    ]);

    await stage.payAgain(debate);
    const { attempt } = await stage.reopenTurn(turnId);
    await stage.turnIn(turnId, { status: "failed", attempt: attempt + 1 });
    references.push(`${debate.id}:2`);
    expect(await stage.debate(other.id)).toEqual(other);
    expect(await money(debate)).toEqual({ credits: 8, sum: 8, refunded: true, references });
  });

  it("refunds nothing if it is a later turn", async () => {
    const debate = await stage.makeDebate();
    await stage.turnIn(await stage.requestTurn(debate), { status: "complete" });
    stage.faultIn(debate, { kind: "turn", effect: "refuse" });
    await stage.turnIn(await stage.requestTurn(debate), { status: "failed" });
    expect(await money(debate)).toEqual({ credits: 0, sum: 0, refunded: false, references: [] });
  });

  it("refunds nothing if the debate is already refunded", async () => {
    const debate = await stage.makeDebate({ refunded: true });
    stage.faultIn(debate, { kind: "turn", effect: "refuse" });
    await stage.turnIn(await stage.requestTurn(debate), { status: "failed" });
    expect(await money(debate)).toEqual({ credits: 0, sum: 0, refunded: true, references: [] });
  });

  it("is judged again after the judge's failure, and has no score after the judge's refusal", async () => {
    const debate = await stage.makeDebate();
    stage.faultIn(debate, { kind: "judge", effect: "status", status: 500 });
    const first = await stage.requestTurn(debate);
    expect(await stage.turnIn(first, { judgingStatus: "complete" })).toMatchObject({
      judgingAttempt: 2,
      judgingFailures: 1,
    });
    stage.faultIn(debate, { kind: "judge", effect: "refuse" });
    const second = await stage.requestTurn(debate);
    expect(await stage.turnIn(second, { judgingStatus: "failed" })).toMatchObject({
      score: null,
      judge: "claude",
    });
  });
});
