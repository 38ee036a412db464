import type { DataSource } from "typeorm";
import { LeaderboardSnapshot } from "#shared/contract/leaderboard.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";
import { countUnjudged } from "#worker/jobs/rank-models/count-unjudged.ts";
import { readFinishedDebates } from "#worker/jobs/rank-models/read-finished-debates.ts";
import { startSeason } from "#worker/judging/charter.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

const NEVER_ABORTED = new AbortController().signal;
const CHARTER = "c".repeat(64);

/** Inserts the rows of finished debates. */
const createWriter = (db: DataSource) => {
  let people = 0;
  const insert = async (sql: string, ...values: unknown[]): Promise<number> => {
    const [row] = await db.query<{ id: number }[]>(`${sql} RETURNING id`, values);
    return row!.id;
  };
  const addUser = (createdAt = "30 days"): Promise<number> =>
    insert(
      `INSERT INTO users (username, email, password, created_at)
       SELECT name, name || '@example.org', '!', now() - $2::interval FROM (SELECT $1 AS name) named`,
      `voter${++people}`,
      createdAt,
    );
  return {
    addUser,
    /** Adds a blind debate of a new owner that ended two days ago. */
    async addDebate(columns = "", values: readonly string[] = []): Promise<number> {
      const id = await insert(
        `INSERT INTO debates (topic, user_id, status, max_turns, current_turn, mystery, created_at,
                              spoken_at, bot_a_provider, bot_b_provider)
         VALUES ('Cats are better than dogs', $1, 'completed', 2, 2, true, now() - interval '3 days',
                 now() - interval '2 days', 'openai', 'grok')`,
        await addUser(),
      );
      if (columns) await db.query(`UPDATE debates SET ${columns} WHERE id = $1`, [id, ...values]);
      return id;
    },
    addTurn: (debateId: number, turnNumber: number, model: string | null, content: string) =>
      insert(
        `INSERT INTO turns (debate_id, turn_number, role, type, status, content, model)
         VALUES ($1, $2, CASE WHEN $2 % 2 = 1 THEN 'bot_a' ELSE 'bot_b' END, 'opening', 'complete', $4, $3)`,
        debateId,
        turnNumber,
        model,
        content,
      ),
    async vote(debateId: number, winner: string, userId?: number, at = "1 minute"): Promise<void> {
      await db.query(
        `INSERT INTO votes (debate_id, user_id, winner, created_at)
         SELECT id, $2, $3, spoken_at + $4::interval FROM debates WHERE id = $1`,
        [debateId, userId ?? (await addUser()), winner, at],
      );
    },
    async skip(
      debateId: number,
      userId: number,
      at: string,
      isUndecided: boolean | null = false,
      wasSealed: boolean | null = null,
    ): Promise<void> {
      await db.query(
        `INSERT INTO skipped_votes (debate_id, user_id, created_at, is_undecided, was_sealed)
         SELECT id, $2, spoken_at + $3::interval, $4, $5 FROM debates WHERE id = $1`,
        [debateId, userId, at, isUndecided, wasSealed],
      );
    },
    async judge(debateId: number, winner: string, wavered = false): Promise<void> {
      await startSeason(db, { hash: CHARTER, text: "Be fair" });
      await db.query(
        `INSERT INTO verdicts (debate_id, charter, judge, model, winner, wavered, first_winner, second_winner)
         VALUES ($1, $2, 'claude', 'claude-x', $3, $4, 'bot_a', 'bot_a')`,
        [debateId, CHARTER, winner, wavered],
      );
    },
  };
};

describe("the debates and votes that count", () => {
  let db: DataSource;
  let write: ReturnType<typeof createWriter>;
  useTestDatabase((opened) => {
    db = opened;
    write = createWriter(db);
  });
  beforeEach(() => db.query("DELETE FROM debates"));

  const read = async (): Promise<FinishedDebate[]> => readFinishedDebates(db, NEVER_ABORTED);
  const readVotes = async () => {
    const [debate] = await read();
    return { votes: debate!.votes, forVotes: debate!.forVotes };
  };

  test("a blind debate has its models, the lengths of its speeches and its verdict", async () => {
    const id = await write.addDebate();
    await write.addTurn(id, 1, "gpt-x", "Cats purr.");
    await write.addTurn(id, 2, "grok-x", "Dogs bark loudly.");
    await write.vote(id, "bot_a");
    await write.judge(id, "draw", true);
    expect(await read()).toEqual([
      {
        id,
        topic: "Cats are better than dogs",
        format: "standard",
        isDemo: false,
        speakers: {
          for: { provider: "openai", model: "gpt-x", length: 10, price: null },
          against: { provider: "grok", model: "grok-x", length: 17, price: null },
        },
        votes: 1,
        forVotes: 1,
        verdict: {
          provider: "claude",
          model: "claude-x",
          isDemo: false,
          isOfSeason: true,
          winner: "draw",
          wavered: true,
          scoresWinner: null,
        },
      },
    ]);
  });

  test("a debate that a panel judged has the panel's verdict, without a model", async () => {
    const id = await write.addDebate();
    await write.judge(id, "bot_a");
    await db.query("UPDATE verdicts SET judge = 'panel', model = NULL WHERE debate_id = $1", [id]);
    const [debate] = await read();
    expect(debate?.verdict).toMatchObject({ provider: "panel", model: null, isDemo: false });
    await db.query(
      `INSERT INTO panel_votes (debate_id, seat, judge, model, vote)
       VALUES ($1, 1, 'openai', 'gpt-x', '{}'), ($1, 2, 'grok', 'simulated', NULL)`,
      [id],
    );
    expect(await read()).toMatchObject([{ verdict: { isDemo: false } }]);
    await db.query("UPDATE panel_votes SET vote = '{}'");
    expect(await read()).toMatchObject([{ verdict: { isDemo: true } }]);
  });

  test("a verdict has the winner by the mean scores, and says whether a judge of demo mode decided", async () => {
    const id = await write.addDebate(`scores = '{"botA": 6.1, "botB": 7}'`);
    await write.judge(id, "bot_a");
    expect(await read()).toMatchObject([{ verdict: { scoresWinner: "bot_b", isDemo: false } }]);
    await db.query("UPDATE verdicts SET model = 'simulated'");
    expect(await read()).toMatchObject([{ verdict: { isDemo: true } }]);
  });

  test("a verdict under earlier rules is not of the present season", async () => {
    const id = await write.addDebate();
    await write.judge(id, "bot_a");
    expect(await read()).toMatchObject([{ verdict: { isOfSeason: true } }]);
    await startSeason(db, { hash: "e".repeat(64), text: "Be fairer" });
    expect(await read()).toMatchObject([{ verdict: { isOfSeason: false } }]);
  });

  test("a debate without a verdict is counted if its judge has finished under the present rules", async () => {
    await startSeason(db, { hash: CHARTER, text: "Be fair" });
    await db.query(
      "UPDATE seasons SET started_at = now() - interval '3 days' - number * interval '1 s'",
    );
    const before = await countUnjudged(db);
    const add = async (status: string, columns = "") => {
      const id = await write.addDebate();
      await db.query(`UPDATE debates SET verdict_status = $2 ${columns} WHERE id = $1`, [
        id,
        status,
      ]);
      return id;
    };
    await add("failed");
    await add("complete");
    expect(await countUnjudged(db)).toBe(before + 2);
    await add("pending");
    await add("failed", ", is_public = false");
    await add("failed", ", spoken_at = now() - interval '9 days'");
    await write.judge(await add("complete"), "bot_a");
    await write.addTurn(await add("failed"), 1, "simulated", "Yes.");
    expect(await countUnjudged(db)).toBe(before + 2);
    await startSeason(db, { hash: "f".repeat(64), text: "Be fairest" });
    expect(await countUnjudged(db)).toBe(0);
  });

  test("the price of a side is known only if every turn of the side has one", async () => {
    const id = await write.addDebate();
    for (const number of [1, 2, 3, 4]) {
      const turn = await write.addTurn(id, number, "m", "Yes.");
      await insertUsage((...statement) => db.query(...statement), {
        price: number === 4 ? 0 : 1000 * number,
        debateId: id,
        turnId: turn,
      });
    }
    const [debate] = await read();
    expect(debate!.speakers).toMatchObject({ for: { price: 4000 }, against: { price: null } });
  });

  test("a side whose model changed or is unknown has no model", async () => {
    const id = await write.addDebate();
    await write.addTurn(id, 1, "one", "Yes.");
    await write.addTurn(id, 2, "known", "No.");
    await write.addTurn(id, 3, "other", "Yes.");
    await write.addTurn(id, 4, null, "No.");
    const [debate] = await read();
    expect(debate!.speakers).toMatchObject({ for: { model: null }, against: { model: null } });
  });

  test.each([
    ["a debate that is not blind", "mystery = false"],
    ["a blind debate in which a debater named itself", "named_itself = true"],
  ])("%s has no speakers to rate", async (_what, columns) => {
    await write.addDebate(columns);
    expect(await read()).toMatchObject([{ speakers: null }]);
  });

  test.each([
    ["ended less than 24 hours ago", "spoken_at = now() - interval '23 hours'"],
    ["still hides who speaks", "bot_a_provider = 'blue', bot_b_provider = 'red'"],
    ["is running", "status = 'active'"],
    ["is private", "is_public = false"],
    ["is left out of lists", "is_unlisted = true"],
  ])("a debate that %s does not count at all", async (_what, columns) => {
    await write.addDebate(columns);
    expect(await read()).toEqual([]);
  });

  test("the vote of the owner does not count", async () => {
    const id = await write.addDebate();
    const [debate] = await db.query<{ user_id: number }[]>("SELECT user_id FROM debates");
    await write.vote(id, "bot_a", debate!.user_id);
    expect(await readVotes()).toEqual({ votes: 0, forVotes: 0 });
  });

  test("the vote of an account that is younger than the debate does not count", async () => {
    const id = await write.addDebate();
    await write.vote(id, "bot_a", await write.addUser("60 hours"));
    await write.vote(id, "bot_b", await write.addUser("4 days"));
    expect(await readVotes()).toEqual({ votes: 1, forVotes: 0 });
  });

  test("a vote counts only if the results were sealed for the voter", async () => {
    const id = await write.addDebate();
    await write.vote(id, "bot_a");
    await write.vote(id, "bot_b");
    await db.query("UPDATE votes SET was_sealed = winner = 'bot_b'");
    expect(await readVotes()).toEqual({ votes: 1, forVotes: 0 });
  });

  test("a vote of an earlier version counts if its time shows that the results were sealed", async () => {
    const id = await write.addDebate();
    const [early, late] = [await write.addUser(), await write.addUser()];
    await write.vote(id, "bot_a", undefined, "9 minutes");
    await write.vote(id, "bot_a", undefined, "11 minutes");
    await write.skip(id, early, "1 minute");
    await write.vote(id, "bot_a", early, "2 minutes");
    await write.skip(id, late, "5 minutes");
    await write.vote(id, "bot_b", late, "4 minutes");
    expect(await readVotes()).toEqual({ votes: 2, forVotes: 1 });
  });

  test("a vote of an earlier version without its first winner does not count", async () => {
    const id = await write.addDebate();
    await write.vote(id, "bot_a");
    await db.query("UPDATE votes SET first_winner = NULL");
    expect(await readVotes()).toEqual({ votes: 0, forVotes: 0 });
  });

  test("the first vote counts, because the voter sees the verdict afterwards", async () => {
    const id = await write.addDebate();
    await write.vote(id, "bot_a");
    await db.query("UPDATE votes SET winner = 'bot_b'");
    expect(await readVotes()).toEqual({ votes: 1, forVotes: 1 });
  });

  test("a user who voted for neither side while the results were sealed is a tie", async () => {
    const id = await write.addDebate();
    for (const [isUndecided, wasSealed] of [
      [true, true],
      [true, false],
      [true, null],
      [false, true],
    ])
      await write.skip(id, await write.addUser(), "1 minute", isUndecided, wasSealed);
    expect(await readVotes()).toEqual({ votes: 1, forVotes: 0.5 });
  });

  test("a vote after a vote for neither side does not count, and the tie stays", async () => {
    const id = await write.addDebate();
    const voter = await write.addUser();
    await write.skip(id, voter, "1 minute", true, true);
    await write.vote(id, "bot_b", voter, "2 minutes");
    expect(await readVotes()).toEqual({ votes: 1, forVotes: 0.5 });
  });

  test("all debates are read, in batches of a thousand", async () => {
    const id = await write.addDebate();
    await db.query(
      `INSERT INTO debates (topic, user_id, status, max_turns, spoken_at, bot_a_provider, bot_b_provider)
       SELECT topic, user_id, status, max_turns, spoken_at, bot_a_provider, bot_b_provider
         FROM debates CROSS JOIN generate_series(1, 2000) WHERE id = $1`,
      [id],
    );
    const ids = (await read()).map((debate) => debate.id);
    expect(new Set(ids).size).toBe(2001);
  });
});

describeBackends("the job that ranks the models", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
    await harness.startWorker();
  });
  afterAll(() => harness.close());

  test("stores a snapshot, separates models of demo mode, and is due again after an hour", async () => {
    const write = createWriter(harness.db);
    for (const model of ["gpt-x", "simulated"])
      for (let n = 0; n < 6; n++) {
        const id = await write.addDebate(
          n % 2 ? "bot_a_provider = 'grok', bot_b_provider = 'openai'" : "",
        );
        const [one, other] = n % 2 ? ["grok-x", model] : [model, "grok-x"];
        const isDemo = model === "simulated";
        await write.addTurn(id, 1, isDemo ? model : one, "Cats purr.");
        await write.addTurn(id, 2, isDemo ? model : other, "Dogs bark.");
        for (const winner of ["bot_a", "bot_a", "bot_b"]) await write.vote(id, winner);
        await write.judge(id, "bot_a");
      }
    await harness.makeRankingDue();
    const row = await waitUntil(async () => {
      const [found] = await harness.db.query<
        { snapshot: unknown; status: string; dueInMs: number }[]
      >(
        `SELECT snapshot, status, extract(epoch FROM run_at - now())::float8 * 1000 AS "dueInMs"
           FROM leaderboards WHERE computed_at IS NOT NULL`,
      );
      return found;
    });
    expect(row.status).toBe("pending");
    expect(row.dueInMs).toBeGreaterThan(3_500_000);
    const { models, demo, judges, formats } = LeaderboardSnapshot.parse(row.snapshot);
    expect(models).toMatchObject({ debates: 6, votes: 18, unranked: [] });
    expect(models.ratings.map(({ model }) => model).sort()).toEqual(["gpt-x", "grok-x"]);
    expect(demo.ratings.map(({ provider, model }) => `${provider} ${model}`).sort()).toEqual([
      "grok simulated",
      "openai simulated",
    ]);
    expect(judges).toMatchObject([
      { provider: "claude", model: "claude-x", isDemo: true, verdicts: 6 },
      { provider: "claude", model: "claude-x", isDemo: false, verdicts: 6 },
    ]);
    expect(formats[0]).toMatchObject({
      format: "standard",
      audience: { count: 6, total: 6 },
      judges: { count: 6, total: 6 },
    });
  });
});
