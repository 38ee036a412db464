import { hideIdentities, revealDueDebates } from "#infra/db/debates/blind-debates-sql.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { visibleUsageSql } from "#infra/db/providers/usage.ts";
import type { DebateEntity } from "#infra/db/entities/debate.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { alertsRaised } from "#infra/metrics/registry.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

const FIRST_QUESTION = "Speaker A argues For the motion";
const SECOND_QUESTION = "Speaker A argues Against the motion";
const QUESTIONS = [FIRST_QUESTION, SECOND_QUESTION];

describeBackends("a panel of judges", (backend) => {
  const { logger, lines } = createMemoryLogger();
  let harness: WorkerHarness;
  let worker: RunningWorker;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    worker = await startWorker();
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    await harness.idle();
    harness.fakes.requests.clear();
  });

  const startWorker = () =>
    harness.startWorker({
      env: backend().env({ ...harness.variables, JUDGE_PANEL: "openai,claude,grok" }),
      logger,
    });

  /** Applies a fault to both questions that one judge is asked about this debate. */
  const faultAt = (
    debate: DebateEntity,
    provider: Provider,
    fault: Parameters<WorkerHarness["faultIn"]>[1],
  ) => {
    for (const contains of QUESTIONS) harness.faultIn(debate, { provider, contains, ...fault });
  };
  const finish = async (debate: DebateEntity, verdictStatus = "complete") => {
    await harness.runToEnd(debate);
    return waitForVerdict(debate, verdictStatus);
  };
  const waitForVerdict = (debate: DebateEntity, verdictStatus = "complete") =>
    waitUntil(async () => {
      const row = await harness.debate(debate.id);
      return row.verdictStatus === verdictStatus && row;
    });
  const countQuestions = (provider: Provider) =>
    harness.fakes.requests
      .all()
      .filter(
        (request) =>
          request.provider === provider &&
          QUESTIONS.some((question) => JSON.stringify(request.body).includes(question)),
      ).length;
  const findVerdict = async ({ id }: DebateEntity) => {
    const [row] = await harness.db.query("SELECT * FROM verdicts WHERE debate_id = $1", [id]);
    return row;
  };
  const listVotes = ({ id }: DebateEntity) =>
    harness.db.query("SELECT * FROM panel_votes WHERE debate_id = $1 ORDER BY seat", [id]);
  const winnerOf = ({ scores }: DebateEntity) => (scores && getWinner(scores)) ?? "draw";
  const OTHER = { bot_a: "bot_b", bot_b: "bot_a", draw: "draw" } as const;

  it("asks each judge twice, and names the winner that all of them name", async () => {
    // The next verdict is number 50. Every 50th is judged again, unless several judges decided it.
    await harness.db.query("SELECT setval(pg_get_serial_sequence('verdicts', 'number'), 49)");
    const closed = await finish(await harness.makeDebate({ maxTurns: 4 }));
    const winner = winnerOf(closed);
    const vote = { winner, margin: closed.scores?.decision?.margin, wavered: false };
    expect(closed.scores?.panel).toEqual([
      { judge: "openai", vote },
      { judge: "grok", vote },
      { judge: "claude", vote },
    ]);
    const row = await findVerdict(closed);
    expect(row).toMatchObject({ judge: "panel", winner, wavered: false, first_winner: null });
    expect(closed.scores?.decision).toEqual({ ...vote, charter: row.charter });
    expect(closed.scores?.reasoning).toMatch(/\w/);
    expect(row.number).toBe(50);
    expect(
      await harness.db.query("SELECT FROM verdict_repeats WHERE debate_id = $1", [closed.id]),
    ).toEqual([]);
    const [{ text }] = await harness.db.query("SELECT text FROM charters WHERE hash = $1", [
      row.charter,
    ]);
    expect(text).toContain("## Panel\n\nJudges: openai, grok, claude");
    for (const judge of ["openai", "grok", "claude"] as const)
      expect(countQuestions(judge)).toBe(2);
    const usage = await harness.db.query(
      `SELECT provider, requests FROM usage WHERE debate_id = $1 AND kind = 'judge-in-panel'
        ORDER BY provider`,
      [closed.id],
    );
    expect(usage).toEqual(
      ["claude", "grok", "openai"].map((provider) => ({ provider, requests: 2 })),
    );
  });

  it("names the winner of two judges against the third", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "grok", { effect: "other-winner" });
    const closed = await finish(debate);
    const winner = winnerOf(closed);
    expect(closed.scores?.decision).toMatchObject({ winner, wavered: false });
    expect(closed.scores?.panel?.[1]).toMatchObject({ vote: { winner: OTHER[winner] } });
  });

  it("names no winner if the judges that answered disagree", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "grok", { effect: "other-winner" });
    faultAt(debate, "claude", { effect: "refuse" });
    const closed = await finish(debate);
    expect(closed.scores?.decision).toMatchObject({ winner: "draw", margin: null, wavered: true });
    expect(closed.scores?.panel?.[2]).toEqual({ judge: "claude", vote: null });
    const [openai, grok] = await listVotes(closed);
    const texts = [openai.answers[0].reasoning, grok.answers[0].reasoning];
    expect(closed.scores?.reasoning).toBe(texts.join("\n\n"));
    expect(await findVerdict(closed)).toMatchObject({
      judge: "panel",
      winner: "draw",
      wavered: true,
    });
  });

  it("names the winner of two judges if the third fails", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "openai", { effect: "refuse" });
    const closed = await finish(debate);
    expect(closed.scores?.decision).toMatchObject({ winner: winnerOf(closed), wavered: false });
    expect(closed.scores?.panel?.[0]).toEqual({ judge: "openai", vote: null });
  });

  const countAlerts = async () =>
    (await alertsRaised.get()).values.find(({ labels }) => labels.alert === "panel")?.value ?? 0;

  it("has no verdict below the quorum, and an alert", async () => {
    const before = await countAlerts();
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "openai", { effect: "refuse" });
    faultAt(debate, "grok", { effect: "not-json", times: 2 });
    const closed = await finish(debate, "failed");
    expect(closed.scores).toMatchObject({ reasoning: "" });
    expect(closed.scores).not.toHaveProperty("decision");
    expect(closed.scores?.panel?.map(({ vote }) => vote !== null)).toEqual([false, false, true]);
    expect(await findVerdict(closed)).toBeUndefined();
    expect(await countAlerts()).toBe(before + 1);
    expect(lines).toContainEqual(
      expect.objectContaining({ alert: "panel", debateId: debate.id, answered: 1, quorum: 2 }),
    );
  });

  it("does not pay for an answer again when the second question is retried", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    harness.faultIn(debate, {
      provider: "grok",
      contains: SECOND_QUESTION,
      effect: "status",
      status: 503,
    });
    const closed = await finish(debate);
    expect(closed.scores?.panel?.every(({ vote }) => vote !== null)).toBe(true);
    expect([countQuestions("openai"), countQuestions("grok")]).toEqual([2, 3]);
  });

  it("does not wait longer than its patience for a judge that it does not need", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "claude", { effect: "stall", times: 5 });
    await harness.runToEnd(debate);
    await waitUntil(async () => {
      const votes: { vote: object | null }[] = await listVotes(debate);
      return votes.filter(({ vote }) => vote !== null).length === 2;
    });
    expect(await harness.debate(debate.id)).toMatchObject({ verdictStatus: "pending" });
    await harness.db.query(
      "UPDATE panel_votes SET opened_at = now() - interval '1 hour' WHERE debate_id = $1",
      [debate.id],
    );
    await harness.enqueue("judge-debate", { debateId: debate.id }, { attempt: 0 });
    const closed = await waitForVerdict(debate);
    expect(closed.scores?.panel?.[2]).toEqual({ judge: "claude", vote: null });
    expect((await listVotes(debate))[2]).toMatchObject({ status: "failed" });
  });

  it("waits for its judges if the verdict is claimed too early", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    faultAt(debate, "grok", { firstTokenMs: 3000 });
    await harness.runToEnd(debate);
    await waitUntil(async () => (await listVotes(debate)).length === 3);
    await harness.enqueue("judge-debate", { debateId: debate.id }, { attempt: 0 });
    await waitUntil(async () => (await harness.debate(debate.id)).verdictAttempt === 1);
    const closed = await waitForVerdict(debate);
    expect(closed.verdictAttempt).toBe(2);
    expect(closed.scores?.panel?.every(({ vote }) => vote !== null)).toBe(true);
  });

  it("does not pay for an answer again if the worker stops between two answers", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    harness.faultIn(debate, { provider: "grok", contains: SECOND_QUESTION, effect: "stall" });
    await harness.runToEnd(debate);
    await waitUntil(async () => {
      const [openai, grok, claude] = await listVotes(debate);
      return (
        openai?.vote && claude?.vote && grok.answers.length === 1 && countQuestions("grok") === 2
      );
    });
    await worker.close();
    worker = await startWorker();
    const closed = await waitForVerdict(debate);
    expect(closed.scores?.panel?.every(({ vote }) => vote !== null)).toBe(true);
    const firstQuestions = harness.fakes.requests
      .all({ provider: "grok" })
      .filter(({ body }) => JSON.stringify(body).includes(FIRST_QUESTION));
    expect(firstQuestions).toHaveLength(1);
    expect([countQuestions("openai"), countQuestions("claude")]).toEqual([2, 2]);
  });

  it("takes no provider slot to decide, so that no single provider can delay the verdict", async () => {
    const { id } = await harness.makeDebate();
    const providerLimits = { requestsInFlight: 10, judges: { "openai grok": "claude" } } as const;
    const claim = async () => {
      await harness.db.query(
        `UPDATE debates SET verdict_status = 'pending', verdict_run_at = 'infinity' WHERE id = $1`,
        [id],
      );
      const lease = await harness.db.transaction(async (tx) => {
        const claimed = await claimJob(tx, "judge-debate", id, { providerLimits });
        await tx.query("UPDATE debates SET verdict_heartbeat_at = 'infinity' WHERE id = $1", [id]);
        return claimed;
      });
      return lease;
    };
    expect(await claim()).toMatchObject({ slot: { provider: "claude" } });
    await harness.db.query(
      `INSERT INTO panel_votes (debate_id, judge, seat, run_at) VALUES ($1, 'claude', 1, 'infinity')`,
      [id],
    );
    expect(await claim()).toMatchObject({ slot: null });
    await harness.db.query("DELETE FROM debates WHERE id = $1", [id]);
  });

  it("has no names in a blind debate until its identities are public", async () => {
    const debate = await harness.makeDebate({
      maxTurns: 4,
      mystery: true,
      botAProvider: "blue",
      botBProvider: "red",
    });
    await harness.db.transaction((tx) => hideIdentities(tx as Tx, debate.id, ["openai", "grok"]));
    faultAt(debate, "openai", { effect: "refuse" });
    const closed = await finish(debate);
    const vote = expect.objectContaining({ winner: winnerOf(closed) });
    const judge = "judge";
    expect(closed.scores?.panel).toEqual([
      { judge, vote: null },
      { judge, vote },
      { judge, vote },
    ]);
    await harness.db.query(
      "UPDATE debates SET spoken_at = now() - interval '2 days' WHERE id = $1",
      [debate.id],
    );
    const shown = await harness.db.query(
      `SELECT DISTINCT ${visibleUsageSql("provider")} AS provider FROM usage
        WHERE debate_id = $1 AND kind = 'judge-in-panel'`,
      [debate.id],
    );
    expect(shown).toEqual([{ provider: "blind" }]);
    await revealDueDebates(harness.db);
    expect(await findVerdict(debate)).toMatchObject({ judge: "panel", model: null });
    const { scores } = await harness.debate(debate.id);
    expect(scores?.panel).toEqual([
      { judge: "openai", vote: null },
      { judge: "grok", vote },
      { judge: "claude", vote },
    ]);
    expect(scores).toMatchObject({ ...closed.scores, panel: scores?.panel });
  });

  it("waits minutes for the rate limit of a judge, and then asks only its second question", async () => {
    const debate = await harness.makeDebate({ maxTurns: 4 });
    const limit = { effect: "status", status: 429, retryAfter: 300 } as const;
    harness.faultIn(debate, { provider: "grok", contains: SECOND_QUESTION, ...limit });
    await harness.runToEnd(debate);
    const waiting = await waitUntil(async () => {
      const [row] = await harness.db.query(
        `SELECT id, answers FROM panel_votes WHERE debate_id = $1 AND judge = 'grok'
            AND status = 'pending' AND run_at > now() + interval '250 s'`,
        [debate.id],
      );
      return row;
    });
    expect(waiting.answers).toHaveLength(1);
    await harness.db.query("UPDATE provider_health SET failures = 0, open_until = NULL");
    await harness.db.query("UPDATE panel_votes SET run_at = now() WHERE id = $1", [waiting.id]);
    await harness.enqueue("judge-in-panel", { panelVoteId: waiting.id }, { attempt: 99 });
    const closed = await waitForVerdict(debate);
    expect(closed.scores?.panel?.[1]).toMatchObject({ vote: { winner: winnerOf(closed) } });
    expect(countQuestions("grok")).toBe(3);
  });
});
