import { hostname } from "node:os";
import type { RunningWorker } from "#worker/start-worker.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import { PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import { computeMeanScores } from "#shared/domain/debates/judging/score.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { joinDeltas, listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("a debate", (backend) => {
  let harness: WorkerHarness;
  let first: RunningWorker;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    first = await harness.startWorker();
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    await harness.idle();
    harness.fakes.requests.clear();
  });

  const verdictOf = (id: number, verdictStatus = "complete") =>
    waitUntil(async () => {
      const debate = await harness.debate(id);
      return debate.verdictStatus === verdictStatus && debate;
    });

  it("streams a turn whose deltas add up exactly to its text", async () => {
    const debate = await harness.makeDebate();
    const events = await harness.watch(debate);
    const turnId = await harness.requestTurn(debate);
    const turn = await harness.turnIn(turnId, { status: "complete", judgingStatus: "complete" });
    await waitUntil(() => listEventNames(events).includes("turn:judged"));
    expect(turn.content.length).toBeGreaterThan(200);
    expect(turn).toMatchObject({ attempt: 1, failures: 0, error: null });
    expect(joinDeltas(events, turnId)).toBe(turn.content);
    expect(listEventNames(events)).toEqual([
      "turn:started",
      "turn:completed",
      "debate:updated",
      "turn:judged",
    ]);
    expect(events.find(({ name }) => name === "turn:started")?.event).toMatchObject({
      turn: { attempt: 1, content: "", status: "streaming" },
    });
    expect(await harness.debate(debate.id)).toMatchObject({
      status: "active",
      currentTurn: 1,
      spokenAt: expect.any(Date),
    });
  });

  it("logs the claim, first token and completion of each attempt, with the id of its request", async () => {
    const { logger, lines } = createMemoryLogger();
    const own = await harness.startWorker({ logger });
    await first.close();
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate, { requestId: "a-press" });
    const { content } = await harness.turnIn(turnId, { judgingStatus: "complete" });
    await own.close();
    first = await harness.startWorker();
    const ids = { requestId: "a-press", turnId, debateId: debate.id, attempt: 1 };
    const of = (job: string) => lines.filter((line) => line["job"] === job);
    const NUMBER = expect.any(Number) as number;
    expect(of("generate-turn")).toMatchObject([
      { ...ids, msg: "job.claimed", waitedMs: NUMBER },
      { ...ids, msg: "turn.first_token", provider: "openai", ms: NUMBER },
      {
        ...ids,
        msg: "job.completed",
        model: "gpt-5.4",
        inputTokens: NUMBER,
        outputTokens: NUMBER,
        characters: content.length,
        ms: NUMBER,
      },
    ]);
    expect(of("judge-turn")).toMatchObject([
      { ...ids, msg: "job.claimed" },
      { ...ids, msg: "job.completed" },
    ]);
    const who = { instance: expect.stringMatching(/^[\da-f]{8}$/) as string, pid: process.pid };
    for (const line of lines) expect(line).toMatchObject({ ...who, host: hostname() });
  });

  it("runs to its end, is judged turn by turn and gets a verdict, without changing another debate", async () => {
    const other = await harness.makeDebate();
    const debate = await harness.makeDebate({ maxTurns: 6 });
    const events = await harness.watch(debate);
    const visitorHeard = await harness.watch(debate, "visitor");
    await harness.runToEnd(debate);
    const closed = await verdictOf(debate.id);
    // Events may arrive after the rows have changed, so the test waits for the last ones.
    const verdict = JSON.stringify(closed.scores?.reasoning);
    await waitUntil(() => events.some(({ event }) => JSON.stringify(event).includes(verdict)));
    await waitUntil(() => visitorHeard.some(({ event }) => event["status"] === "completed"));
    const turns = await harness.db
      .getRepository(TurnEntity)
      .find({ where: { debateId: debate.id }, order: { turnNumber: "ASC" } });

    expect(turns.map((turn) => turn.turnNumber)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const turn of turns) {
      expect(turn).toMatchObject({ judge: "claude", judgingStatus: "complete" });
      const { model } = PROVIDER_DEFINITIONS[turn.role === "bot_a" ? "openai" : "grok"];
      expect(turn).toMatchObject({ model, judgeModel: PROVIDER_DEFINITIONS.claude.model });
      expect(turn.score).toBeGreaterThan(0);
      expect(turn.feedback).not.toBe("");
      expect(turn.ruling).toMatch(/^\w.*[.!?]$/);
      expect(turn.quotes).toEqual(findLiteralQuotes(turn.quotes, turn.content));
      expect(turn.quotes).not.toHaveLength(0);
      expect(joinDeltas(events, turn.id)).toBe(turn.content);
    }
    expect(closed).toMatchObject({ status: "completed", currentTurn: 6 });
    expect(closed.scores).toMatchObject(computeMeanScores(turns));
    expect(closed.scores?.reasoning).toMatch(/\w/);
    expect(await harness.debate(other.id)).toEqual(other);

    const judged = events.filter(({ name }) => name === "turn:judged");
    // Turns are judged concurrently, so the events can arrive in another order.
    const judgementsById = new Map(judged.map(({ event }) => [event["turnId"], event]));
    expect(turns.map(({ id }) => judgementsById.get(id))).toEqual(
      turns.map(({ ruling, judgeModel }) => expect.objectContaining({ ruling, judgeModel })),
    );
    const completed = events.filter(({ name }) => name === "turn:completed");
    expect(completed.map(({ event }) => event["turn"])).toEqual(
      turns.map(({ model }) => expect.objectContaining({ model })),
    );
    const started = visitorHeard.filter(({ name }) => name === "turn:started");
    expect(started).toHaveLength(4);
    expect(JSON.stringify(visitorHeard)).not.toMatch(/"score":\d|"ruling":"|"reasoning":"/);
    expect(listEventNames(visitorHeard)).not.toContain("turn:judged");
  });

  it("requests each side's turns from its own provider, and judging from the third", async () => {
    const debate = await harness.makeDebate({ botAProvider: "claude", botBProvider: "openai" });
    await harness.runToEnd(debate);
    await verdictOf(debate.id);
    const asked = harness.fakes.requests.all().map(({ provider, kind }) => `${kind} ${provider}`);
    expect(asked.toSorted()).toEqual([
      // One for each of the two turns, and two for the verdict.
      "judge grok",
      "judge grok",
      "judge grok",
      "judge grok",
      "turn claude",
      "turn openai",
    ]);
  });

  it.each(["not-json", "bad-score", "empty"] as const)(
    "leaves a turn without a score, never 0, when the judge answers %s twice",
    async (effect) => {
      const debate = await harness.makeDebate();
      harness.faultIn(debate, { kind: "judge", effect, times: 2 });
      const events = await harness.watch(debate);
      const turnId = await harness.requestTurn(debate);
      const turn = await harness.turnIn(turnId, { judgingStatus: "failed" });
      expect(turn).toMatchObject({
        status: "complete",
        score: null,
        ruling: null,
        feedback: null,
        quotes: [],
      });
      await waitUntil(() => listEventNames(events).includes("turn:judged"));
      await harness.runToEnd(await harness.debate(debate.id));
      const { scores } = await verdictOf(debate.id);
      expect(scores).toMatchObject({ botA: null, botB: expect.any(Number) });
    },
  );

  it("scores a turn when the judge's second answer is readable", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "judge", effect: "not-json" });
    const turn = await harness.turnIn(await harness.requestTurn(debate), {
      judgingStatus: "complete",
    });
    expect(turn.score).toBeGreaterThan(0);
  });

  it("requests a second judgement when a quote is not in the speech", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "judge", effect: "foreign-quote" });
    const turn = await harness.turnIn(await harness.requestTurn(debate), {
      judgingStatus: "complete",
    });
    expect(turn.quotes).not.toHaveLength(0);
    expect(harness.fakes.requests.all({ kind: "judge" })).toHaveLength(2);
  });

  it("replaces the ruling when a turn is judged again, and clears it when that fails", async () => {
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate);
    await harness.turnIn(turnId, { judgingStatus: "complete" });
    const judgeAgain = async (attempt: number, judgingStatus: "complete" | "failed") => {
      await harness.db.query(
        `UPDATE turns SET judging_status = 'pending', ruling = 'An older one.' WHERE id = $1`,
        [turnId],
      );
      await harness.enqueue("judge-turn", { turnId }, { attempt });
      return harness.turnIn(turnId, { judgingStatus });
    };
    const { ruling } = await judgeAgain(1, "complete");
    expect(ruling).toMatch(/\w/);
    expect(ruling).not.toBe("An older one.");
    harness.faultIn(debate, { kind: "judge", effect: "empty", times: 2 });
    expect(await judgeAgain(2, "failed")).toMatchObject({ score: null, ruling: null });
  });

  it("leaves a turn without a score when the judge invents quotes twice", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "judge", effect: "foreign-quote", times: 2 });
    const turn = await harness.turnIn(await harness.requestTurn(debate), {
      judgingStatus: "failed",
    });
    expect(turn).toMatchObject({
      quotes: [],
      judge: "claude",
      score: null,
      ruling: null,
      feedback: null,
    });
  });

  it("stays completed with its scores when the verdict fails", async () => {
    const debate = await harness.makeDebate();
    harness.fakes.faults.add({ kind: "judge", effect: "refuse", contains: "final verdict" });
    const first = await harness.requestTurn(debate);
    await harness.turnIn(first, { judgingStatus: "complete" });
    const last = await harness.requestTurn(debate);
    await harness.turnIn(last, { status: "complete" });
    const closed = await verdictOf(debate.id, "failed");
    expect(closed).toMatchObject({ status: "completed" });
    expect(closed.scores).toMatchObject({ botA: expect.any(Number), reasoning: "" });
  });
});
