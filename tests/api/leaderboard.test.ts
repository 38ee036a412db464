import { JudgeReport, Leaderboard } from "#shared/contract/leaderboard.ts";
import { JudgeRules } from "#shared/contract/judging.ts";
import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";
import {
  createPaidDebate,
  startApiOnNewDatabase,
  type TestApi,
  type TestUser,
} from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
});
afterAll(() => api.close());

const getLeaderboard = async () => (await api.visitor().get("/api/leaderboard")).as(Leaderboard);
const getReport = async () => (await api.visitor().get("/api/judge")).as(JudgeReport);

const store = (snapshot: unknown) =>
  api.sql("UPDATE leaderboards SET snapshot = $1, computed_at = '2026-11-28T12:00:00Z'", [
    JSON.stringify(snapshot),
  ]);

const TOPIC = "Tea is better than coffee";

const createFinishedDebate = (id: number, n: number): FinishedDebate => {
  const [one, other] = ["gpt-x", "gpt-y"].map((model) => ({
    provider: "openai" as const,
    model,
    length: 100,
    price: null,
  }));
  return {
    id,
    topic: TOPIC,
    format: "oxford",
    isDemo: false,
    speakers: n % 2 === 0 ? { for: one!, against: other! } : { for: other!, against: one! },
    votes: 3,
    forVotes: n % 2 === 0 ? 2 : 1,
    verdict: {
      provider: n < 6 ? "claude" : "panel",
      model: null,
      isDemo: false,
      isOfSeason: true,
      winner: "bot_a",
      wavered: false,
      scoresWinner: "bot_b",
    },
  };
};

const NO_RANKING = {
  ratings: [],
  unranked: [],
  debates: 0,
  votes: 0,
  side: null,
  doubleLength: null,
  removal: null,
};

describe("before the first computation", () => {
  it("the leaderboard and the report are empty and say so", async () => {
    expect(await getLeaderboard()).toEqual({
      computedAt: null,
      models: NO_RANKING,
      demo: NO_RANKING,
    });
    const { computedAt, judges, formats, topics } = await getReport();
    expect({ computedAt, judges, topics }).toEqual({ computedAt: null, judges: [], topics: [] });
    expect(formats.every(({ debates, audience }) => debates === 0 && audience === null)).toBe(true);
  });

  it("a snapshot of another version counts as none", async () => {
    await store({ models: "in another shape" });
    expect((await getLeaderboard()).computedAt).toBeNull();
  });
});

describe("a vote", () => {
  const VOTE_SQL = "SELECT winner, first_winner, was_sealed FROM votes WHERE debate_id = $1";
  const SKIP_SQL = "SELECT is_undecided, was_sealed FROM skipped_votes WHERE debate_id = $1";
  let owner: TestUser;
  let id: number;
  beforeEach(async () => {
    owner = await api.person();
    ({ id } = await createPaidDebate(api, owner, { topic: TOPIC }));
    await api.sql("UPDATE debates SET status = 'completed', spoken_at = now() WHERE id = $1", [id]);
  });
  const vote = async (winner: string) =>
    expect((await owner.client.post(`/api/debates/${id}/vote`, { winner })).status).toBe(200);
  const skip = async (undecided: boolean) =>
    expect((await owner.client.post(`/api/debates/${id}/skip-vote`, { undecided })).status).toBe(
      204,
    );

  test("that is changed stays sealed and keeps the winner of the first vote", async () => {
    await vote("bot_a");
    await vote("bot_b");
    expect(await api.sql(VOTE_SQL, [id])).toEqual([
      { winner: "bot_b", first_winner: "bot_a", was_sealed: true },
    ]);
  });

  test("after a skip is not sealed", async () => {
    await skip(false);
    // `was_sealed` must already be right here, because during an upgrade the previous version
    // changes only `is_undecided` later.
    expect(await api.sql(SKIP_SQL, [id])).toEqual([{ is_undecided: false, was_sealed: false }]);
    await vote("bot_a");
    expect(await api.sql(VOTE_SQL, [id])).toMatchObject([{ was_sealed: false }]);
  });

  test("more than ten minutes after the end is not sealed, also if it is changed", async () => {
    await api.sql("UPDATE debates SET spoken_at = now() - interval '10 minutes' WHERE id = $1", [
      id,
    ]);
    await vote("bot_a");
    await vote("bot_b");
    expect(await api.sql(VOTE_SQL, [id])).toMatchObject([{ was_sealed: false }]);
  });

  test("for neither side is sealed, and a repeated one changes nothing", async () => {
    await skip(true);
    await skip(true);
    expect(await api.sql(SKIP_SQL, [id])).toEqual([{ is_undecided: true, was_sealed: true }]);
  });

  test("for neither side after a skip is not sealed", async () => {
    await skip(false);
    await skip(true);
    expect(await api.sql(SKIP_SQL, [id])).toEqual([{ is_undecided: true, was_sealed: false }]);
  });

  test("for neither side after a vote is not sealed", async () => {
    await vote("bot_a");
    await skip(true);
    expect(await api.sql(SKIP_SQL, [id])).toEqual([{ is_undecided: true, was_sealed: false }]);
  });
});

describe("after a computation", () => {
  let debateId: number;
  beforeAll(async () => {
    ({ id: debateId } = await createPaidDebate(api, await api.person(), { topic: TOPIC }));
    const debates = Array.from({ length: 7 }, (_debate, n) => createFinishedDebate(debateId, n));
    await store(computeSnapshot(debates));
  });

  it("visitors get the ratings with the time of the computation", async () => {
    const { computedAt, models } = await getLeaderboard();
    expect(computedAt).toBe("2026-11-28T12:00:00.000Z");
    expect(models.ratings.map(({ model, rank, wins }) => ({ model, rank, wins }))).toEqual([
      { model: "gpt-x", rank: 1, wins: 7 },
      { model: "gpt-y", rank: 1, wins: 0 },
    ]);
  });

  it("visitors get judges, the panel, formats, and topics with their newest debate", async () => {
    const { judges, panels, formats, topics } = await getReport();
    expect(judges).toMatchObject([
      { provider: "claude", model: null, verdicts: 6, medianVotes: 3 },
    ]);
    expect(panels).toMatchObject([{ isDemo: false, verdicts: 1, againstScores: { count: 1 } }]);
    expect(formats.find(({ format }) => format === "oxford")).toMatchObject({
      debates: 7,
      judges: { count: 7, total: 7 },
    });
    expect(topics).toMatchObject([{ debateId, topic: TOPIC, language: "en", debates: 7 }]);
  });

  it("a snapshot of an earlier version has no panel and no agreement by chance", async () => {
    await api.sql(
      "UPDATE leaderboards SET snapshot = jsonb_set(snapshot - 'panels', '{judges,0}', snapshot #> '{judges,0}' #- '{chanceAgreement}')",
    );
    const { judges, panels } = await getReport();
    expect(panels).toEqual([]);
    expect(judges).toMatchObject([{ verdicts: 6, chanceAgreement: null }]);
  });

  it("visitors get the present rules of judging and the verdicts under them", async () => {
    await api.sql(
      `WITH charter AS (INSERT INTO charters (hash, text) VALUES ($1, 'Be fair') RETURNING hash)
       INSERT INTO seasons (number, charter) SELECT 1, hash FROM charter`,
      ["c".repeat(64)],
    );
    await api.sql(
      `INSERT INTO verdicts (debate_id, charter, judge, winner, wavered, first_winner, second_winner, decided_at)
       VALUES ($1, $2, 'claude', 'bot_a', false, 'bot_a', 'bot_a', now() - interval '1 day')`,
      [debateId, "c".repeat(64)],
    );
    expect((await getReport()).figures).toMatchObject({
      charter: { text: "Be fair", season: 1 },
      verdicts: { total: 1, botA: 1 },
    });
  });

  it("visitors read rules by their hash, and unknown ones are not found", async () => {
    const read = (digit: string) => api.visitor().get(`/api/judge/rules?hash=${digit.repeat(64)}`);
    expect((await read("c")).as(JudgeRules)).toMatchObject({
      text: "Be fair",
      seasons: [{ number: 1, until: null }],
    });
    expect((await read("d")).status).toBe(404);
  });

  it.each(["is_public = false", "is_unlisted = true"])(
    "a topic disappears at once when its debate becomes %s",
    async (columns) => {
      await api.sql(`UPDATE debates SET ${columns}`);
      expect((await getReport()).topics).toEqual([]);
      await api.sql("UPDATE debates SET is_public = true, is_unlisted = false");
      expect((await getReport()).topics).toHaveLength(1);
    },
  );
});
