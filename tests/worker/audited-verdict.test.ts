import { createHash } from "node:crypto";
import { hideIdentities } from "#infra/db/debates/blind-debates-sql.ts";
import type { DebateEntity } from "#infra/db/entities/debate.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { startSeason } from "#worker/judging/charter.ts";
import { WorkerHarness } from "./worker-harness.ts";

const FIRST_QUESTION = "Speaker A argues For the motion";
const SECOND_QUESTION = "Speaker A argues Against the motion";

describeBackends("an audited verdict", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    await harness.startWorker();
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    await harness.idle();
    harness.fakes.requests.clear();
  });

  const waitForVerdict = ({ id }: Pick<DebateEntity, "id">) =>
    waitUntil(async () => {
      const row = await harness.debate(id);
      return row.verdictStatus === "complete" && row;
    });
  const finish = async (debate: DebateEntity) => {
    await harness.runToEnd(debate);
    return waitForVerdict(debate);
  };
  const countRequests = (text: string) =>
    harness.fakes.requests.all().filter(({ body }) => JSON.stringify(body).includes(text)).length;
  const findVerdict = async ({ id }: DebateEntity) => {
    const [row] = await harness.db.query("SELECT * FROM verdicts WHERE debate_id = $1", [id]);
    return row;
  };

  it("is asked for twice, names a winner and a margin, and carries its charter", async () => {
    const closed = await finish(await harness.makeDebate({ maxTurns: 4 }));
    const winner = closed.scores && getWinner(closed.scores);
    const row = await findVerdict(closed);
    expect(row).toMatchObject({ winner, wavered: false, first_winner: winner, judge: "claude" });
    expect(row).toMatchObject({ second_winner: winner, second_margin: row.first_margin });
    expect(closed.scores?.decision).toEqual({
      winner,
      margin: row.margin,
      wavered: false,
      charter: row.charter,
    });
    expect(closed.verdictDraft).toBeNull();
    const [{ text }] = await harness.db.query("SELECT text FROM charters WHERE hash = $1", [
      row.charter,
    ]);
    expect(createHash("sha256").update(text).digest("hex")).toBe(row.charter);
    expect([countRequests(FIRST_QUESTION), countRequests(SECOND_QUESTION)]).toEqual([1, 1]);
  });

  it("puts its charter in force again, if an old worker has restarted since", async () => {
    const old = { hash: "0".repeat(64), text: "Old rules" };
    await startSeason(harness.db, old);
    const row = await findVerdict(await finish(await harness.makeDebate()));
    const seasons = "SELECT charter FROM seasons ORDER BY number DESC LIMIT 2";
    expect(await harness.db.query(seasons)).toEqual([
      { charter: row.charter },
      { charter: old.hash },
    ]);
  });

  it("is a draw if the judge always prefers the first speaker, with a text about that", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { contains: FIRST_QUESTION, effect: "first-speaker" });
    harness.faultIn(debate, { contains: SECOND_QUESTION, effect: "first-speaker" });
    const closed = await finish(debate);
    expect(closed.scores?.decision).toMatchObject({ winner: "draw", margin: null, wavered: true });
    expect(await findVerdict(closed)).toMatchObject({
      winner: "draw",
      wavered: true,
      first_winner: "bot_a",
      second_winner: "bot_b",
    });
    expect(countRequests("Your final verdict: the judge wavered.")).toBe(1);
    expect(closed.scores?.reasoning).toMatch(/\w/);
  });

  it("does not pay for its first answer again when the second question is retried", async () => {
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { contains: SECOND_QUESTION, effect: "status", status: 503 });
    const closed = await finish(debate);
    expect(closed.verdictAttempt).toBe(2);
    expect(closed.scores?.decision).toMatchObject({ wavered: false });
    expect([countRequests(FIRST_QUESTION), countRequests(SECOND_QUESTION)]).toEqual([1, 2]);
  });

  it("waits minutes for a rate limit, and then asks only the second question", async () => {
    const debate = await harness.makeDebate();
    const limit = { effect: "status", status: 429, retryAfter: 300 } as const;
    harness.faultIn(debate, { contains: SECOND_QUESTION, ...limit });
    await harness.runToEnd(debate);
    const waiting = await waitUntil(async () => {
      const [row] = await harness.db.query(
        `SELECT verdict_draft AS draft FROM debates
          WHERE id = $1 AND verdict_status = 'pending' AND verdict_run_at > now() + interval '250 s'`,
        [debate.id],
      );
      return row;
    });
    expect(waiting.draft.answers).toHaveLength(1);
    await harness.db.query("UPDATE provider_health SET failures = 0, open_until = NULL");
    await harness.db.query("UPDATE debates SET verdict_run_at = now() WHERE id = $1", [debate.id]);
    await harness.enqueue("judge-debate", { debateId: debate.id }, { attempt: 99 });
    const closed = await waitForVerdict(debate);
    expect(closed.scores?.decision).toMatchObject({ wavered: false });
    expect([countRequests(FIRST_QUESTION), countRequests(SECOND_QUESTION)]).toEqual([1, 2]);
  });

  it.each([
    ["is refused", { effect: "refuse" }],
    ["gets no usable answer", { effect: "not-json", times: 2 }],
  ] as const)(
    "keeps its text and names no winner if the second question %s",
    async (_what, fault) => {
      const debate = await harness.makeDebate();
      harness.faultIn(debate, { contains: SECOND_QUESTION, ...fault });
      const closed = await finish(debate);
      expect(closed.scores?.reasoning).toMatch(/\w/);
      expect(closed.scores).not.toHaveProperty("decision");
      expect(closed.verdictDraft).toBeNull();
      expect(await findVerdict(closed)).toBeUndefined();
    },
  );

  it("gets another text if its winner is not the one by score, and keeps its winner", async () => {
    const { id, scores } = await finish(await harness.makeDebate({ maxTurns: 4 }));
    harness.fakes.requests.clear();
    const [botA, botB] = scores?.decision?.winner === "bot_a" ? [1, 9] : [9, 1];
    await harness.db.query(
      `UPDATE debates SET verdict_status = 'pending', verdict_run_at = now(),
              scores = jsonb_build_object('botA', $2::int, 'botB', $3::int, 'reasoning', NULL)
        WHERE id = $1`,
      [id, botA, botB],
    );
    await harness.enqueue("judge-debate", { debateId: id }, { attempt: 1 });
    const again = await waitForVerdict({ id });
    expect(again.scores?.decision).toEqual(scores?.decision);
    expect(countRequests(`Mean scores: For ${botA}, Against ${botB}`)).toBe(1);
  });

  const repeatOf = async ({ id }: DebateEntity) => {
    const [row] = await harness.db.query("SELECT * FROM verdict_repeats WHERE debate_id = $1", [
      id,
    ]);
    return row;
  };

  it("is judged again by the same judge if its number is divisible by 50", async () => {
    await harness.db.query("SELECT setval(pg_get_serial_sequence('verdicts', 'number'), 48)");
    const [before, debate] = [await harness.makeDebate(), await harness.makeDebate()];
    await finish(before);
    const closed = await finish(debate);
    const repeated = await waitUntil(async () => {
      const row = await repeatOf(debate);
      return row?.status === "complete" && row;
    });
    expect(repeated).toMatchObject({
      judge: "claude",
      winner: closed.scores?.decision?.winner,
      wavered: false,
      charter: closed.scores?.decision?.charter,
    });
    expect(await repeatOf(before)).toBeUndefined();
    const [{ requests }] = await harness.db.query(
      "SELECT requests FROM usage WHERE debate_id = $1 AND kind = 'repeat-verdict'",
      [debate.id],
    );
    expect(requests).toBe(2);
  });

  it("is judged again by the real judge while a blind debate hides it", async () => {
    await harness.db.query("SELECT setval(pg_get_serial_sequence('verdicts', 'number'), 49)");
    const names = { botAProvider: "blue", botBProvider: "red" } as const;
    const debate = await harness.makeDebate({ ...names, mystery: true });
    await hideIdentities(harness.db.manager as Tx, debate.id, ["openai", "grok"]);
    await finish(debate);
    const repeated = await waitUntil(async () => {
      const row = await repeatOf(debate);
      return row?.status === "complete" && row;
    });
    expect(repeated).toMatchObject({ judge: "claude" });
    expect(await findVerdict(debate)).toMatchObject({ judge: "judge", model: null });
  });

  it("stays as it is if its repetition fails", async () => {
    const closed = await finish(await harness.makeDebate());
    harness.faultIn(closed, { kind: "judge", effect: "not-json", times: 2 });
    await harness.repeatVerdict(closed);
    const failed = await waitUntil(async () => {
      const row = await repeatOf(closed);
      return row?.status === "failed" && row;
    });
    expect(failed).toMatchObject({ winner: null, decided_at: null });
    expect(await harness.debate(closed.id)).toEqual(closed);
  });
});
