import { z } from "zod";
import { buildSearchCondition, searchDebates } from "#api/queries/debates/search-debates.ts";
import { Transaction } from "#shared/contract/credits.ts";
import { getLiveLabel } from "#shared/domain/debates/live-previews.ts";
import { Debate, ListedDebate, LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import { mapProviders, PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import { SpokenDebate } from "#shared/contract/debates/live-stream.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startApiOnNewDatabase,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

let api: TestApi;
let owner: TestUser;
let writer: TestUser;
let visitor: ApiClient;
const made: Debate[] = [];
beforeAll(async () => {
  api = await startApiOnNewDatabase();
  [owner, writer] = [await api.person(), await api.person()];
  visitor = api.visitor();
  for (let n = 1; n <= 24; n++)
    made.push(
      await createPaidDebate(api, owner, { topic: `Motion ${n} of this house`, maxTurns: 2 }),
    );
  for (const debate of made.slice(0, 22)) await insertFinishedTurns(api, debate, 1);
  await createPaidDebate(api, owner, { topic: "Motion in secret", isPublic: false });
});
afterAll(() => api.close());

const list = async (client: ApiClient, query = "") => {
  const answer = await client.get(`/api/debates/public?${query}`);
  const topics = answer.as(z.array(Debate)).map(({ topic }) => topic);
  return { topics, total: Number(answer.headers.get("x-total-count")) };
};
const numbers = ({ topics }: { topics: string[] }) =>
  topics.map((topic) => Number(/\d+/.exec(topic)));

describe("the public list", () => {
  it("contains no private debates, and by popularity only ones that have started", async () => {
    expect((await list(owner.client, "perPage=50")).total).toBe(22);
    expect((await list(owner.client, "perPage=50&sort=newest")).total).toBe(24);
  });

  it("has pages of 20, or of the requested size", async () => {
    const first = await list(owner.client, "sort=newest");
    expect(first.topics).toHaveLength(20);
    expect(first.total).toBe(24);
    expect(numbers(await list(owner.client, "sort=newest&page=2"))).toEqual([4, 3, 2, 1]);
    expect(numbers(await list(owner.client, "sort=newest&page=3&perPage=5"))).toEqual([
      14, 13, 12, 11, 10,
    ]);
    expect(await list(owner.client, "page=99")).toEqual({ topics: [], total: 22 });
  });

  it("finds topics by any part, regardless of case, with every character literal", async () => {
    await createPaidDebate(api, owner, { topic: "100% of 50_50 c:\\temp" });
    const find = (q: string) => list(owner.client, `sort=newest&q=${encodeURIComponent(q)}`);
    expect(numbers(await find("mOTION 12"))).toEqual([12]);
    for (const q of ["100%", "50_50", "c:\\temp"]) expect((await find(q)).total).toBe(1);
    expect((await find("nothing like it")).total).toBe(0);
  });

  it("can be sorted by popularity, which votes change, with ties newest first", async () => {
    const [first] = made;
    expect(numbers(await list(owner.client, "perPage=3"))).toEqual([22, 21, 20]);
    await owner.client.post(`/api/debates/${first?.id}/reaction`, { type: "up" });
    expect(numbers(await list(owner.client, "perPage=3"))).toEqual([1, 22, 21]);
    await owner.client.post(`/api/debates/${first?.id}/reaction`, { type: "down" });
    expect(numbers(await list(owner.client, "perPage=50")).at(-1)).toBe(1);
  });

  it("can be sorted by the number of votes", async () => {
    await owner.client.post(`/api/debates/${made[4]?.id}/reaction`, { type: "down" });
    const [first = 0] = numbers(await list(owner.client, "sort=voted&perPage=1"));
    expect([1, 5]).toContain(first);
  });

  it("counts votes of every kind, with ties newest first", async () => {
    const idOf = (number: number) => made[number - 1]?.id;
    await api.sql("UPDATE debates SET popularity = 1, upvotes = 0, downvotes = 0");
    for (const [kind, number, votes] of [
      ["upvotes", 3, 5],
      ["downvotes", 4, 6],
      ["winner_votes", 5, 7],
      ["winner_votes", 6, 5],
    ] as const)
      await api.sql(`UPDATE debates SET ${kind} = $2 WHERE id = $1`, [idOf(number), votes]);
    expect(numbers(await list(owner.client, "sort=voted&perPage=4"))).toEqual([5, 4, 6, 3]);
    expect(numbers(await list(owner.client, "sort=popular&perPage=4"))).toEqual([22, 21, 20, 19]);
  });
});

describe("a search", () => {
  let teapots: Debate;
  const addTurn = (turn: number, words: string) =>
    api.sql("UPDATE turns SET content = $3 WHERE debate_id = $1 AND turn_number = $2", [
      teapots.id,
      turn,
      words,
    ]);
  const find = async (query: Record<string, string>, client = owner.client) =>
    (await list(client, `sort=newest&perPage=50&${new URLSearchParams(query)}`)).topics;
  const TEAPOTS = "Should teapots be taxed?";
  beforeAll(async () => {
    const bots = { botAProvider: "openai", botBProvider: "grok" };
    const plan = { topic: TEAPOTS, format: "lincoln_douglas", maxTurns: 6, ...bots };
    teapots = await createPaidDebate(api, writer, plan);
    await insertFinishedTurns(api, teapots, 5);
    await addTurn(4, "A kettle's whistle is **taxation** enough.");
    await addTurn(5, "Porcelain never lies.");
  });

  it.each([
    ["a topic", "taxed teapots"],
    ["a prefix of the topic's last word", "taxed teap"],
    ["words of a turn", "whistle kettle’s"],
    ["words of a later turn", "Porcelain lies"],
    ["the label of one bot", "whistle chatGPT"],
    ["the label of the other bot", "grok teapots"],
    ["its words with operators between them", "' & !teapots | (taxed:*"],
    ["the label of a format", "Lincoln-Douglas teapots"],
  ])("finds debates by %s: %s", async (_what, q) => {
    expect(await find({ q })).toEqual([TEAPOTS]);
  });

  it.each([
    "claude teapots",
    "oxford whistle",
    "kettle porcelain",
    "hat teapots",
    "teapots | dragons",
  ])("finds nothing if a word is missing or not found together with the others: %s", async (q) => {
    expect(await find({ q })).toEqual([]);
  });

  it("finds debates by the username of their owner", async () => {
    const otherUser = await api.person();
    await createPaidDebate(api, otherUser, { topic: "Is silence golden?" });
    expect(await find({ q: `golden ${otherUser.user.username}` })).toEqual(["Is silence golden?"]);
    expect(await find({ q: `golden ${writer.user.username}` })).toEqual([]);
  });

  it("of visitors covers the first four turns only", async () => {
    expect(await find({ q: "whistle" }, visitor)).toEqual([TEAPOTS]);
    expect(await find({ q: "porcelain" }, visitor)).toEqual([]);
  });

  it.each(["whistle", "taxed teapots", "Porcelain", "motion", "dragons"])(
    "finds the same by the index as by a scan: %s",
    async (q) => {
      const labels = mapProviders((id) => PROVIDER_DEFINITIONS[id].label);
      for (const viewer of [null, { id: owner.user.id, role: "user" }] as const) {
        const search = await searchDebates({ query: api.sql }, labels, viewer, { q });
        if (!search) throw new Error("nothing is looked for");
        const found = (isCommon: boolean) => {
          const values: unknown[] = [];
          const condition = buildSearchCondition(
            { ...search, isCommon },
            (value) => `$${values.push(value)}`,
          );
          return api.sql(`SELECT id FROM debates d WHERE ${condition} ORDER BY id`, values);
        };
        expect(await found(true)).toEqual(await found(false));
      }
    },
  );

  it("finds nothing by hidden text until it is visible again", async () => {
    const hide = (isHidden: boolean) =>
      api.sql("UPDATE turns SET is_hidden = $2 WHERE debate_id = $1 AND turn_number = 4", [
        teapots.id,
        isHidden,
      ]);
    await hide(true);
    expect(await find({ q: "whistle" })).toEqual([]);
    await hide(false);
    expect(await find({ q: "whistle" })).toEqual([TEAPOTS]);
  });

  it.each<[query: Record<string, string>, topics: string[]]>([
    [{ format: "lincoln_douglas" }, [TEAPOTS]],
    [{ provider: "grok", status: "active" }, [TEAPOTS]],
    [{ provider: "grok", status: "completed" }, []],
    [{ format: "roast" }, []],
    [{ status: "pending", q: "motion" }, ["Motion 24 of this house", "Motion 23 of this house"]],
  ])("can be filtered: %j", async (query, topics) => {
    expect(await find(query)).toEqual(topics);
  });

  it("returns at most 500 debates and reports that total", async () => {
    await api.sql(
      `INSERT INTO debates (topic, user_id) SELECT 'Commonplace ' || n, $1 FROM generate_series(1, 505) AS n`,
      [writer.user.id],
    );
    const page = (n: number) =>
      list(owner.client, `sort=newest&q=commonplace&perPage=48&page=${n}`);
    expect([(await page(11)).topics.length, (await page(11)).total]).toEqual([20, 500]);
    expect((await page(12)).topics).toEqual([]);
    await api.sql("DELETE FROM debates WHERE topic LIKE 'Commonplace%'");
    expect(await api.sql("SELECT FROM debate_words WHERE words @@ 'commonplace'")).toEqual([]);
  });
});

describe("a card", () => {
  const lineOf = async (client: ApiClient, id: number) => {
    const { text } = await client.get("/api/debates/public?sort=newest&perPage=50");
    const found = z
      .array(ListedDebate)
      .parse(JSON.parse(text))
      .find((debate) => debate.id === id);
    return { line: found?.line, text };
  };

  it("shows the judge's best line to members and the first line to visitors", async () => {
    const { id } = await createPaidDebate(api, writer, {
      topic: "Is it worth a card?",
      maxTurns: 6,
    });
    expect((await lineOf(owner.client, id)).line).toBeNull();
    await insertFinishedTurns(api, { id }, 4);
    const opened = (status: string) =>
      api.sql("UPDATE turns SET status = $2 WHERE debate_id = $1 AND turn_number = 1", [
        id,
        status,
      ]);
    await opened("failed");
    expect((await lineOf(visitor, id)).line?.turnNumber).toBe(2);
    await opened("complete");
    const judge = (turn: number, score: number, quotes: string[], content = "") =>
      api.sql(
        `UPDATE turns SET score = $3, quotes = $4, content = $5 WHERE debate_id = $1 AND turn_number = $2`,
        [id, turn, score, JSON.stringify(quotes), content],
      );
    const best = "A line as *good* as this one\nhas to be quoted.";
    await judge(1, 9, ["x".repeat(400)], "## A **bold** opening is half of it. The rest follows.");
    await judge(2, 8, ["Too short.", best], "An answer opens too. More follows.");
    await judge(3, 7, ["A line that is good, but not as good as that."]);
    const quote = "A line as good as this one has to be quoted.";
    expect((await lineOf(owner.client, id)).line).toEqual({
      turnNumber: 2,
      role: "bot_b",
      text: quote,
      isQuote: true,
    });
    const seen = await lineOf(visitor, id);
    // Half of the debates show the opening of For, the others that of Against.
    const openings = [
      { turnNumber: 2, role: "bot_b", text: "An answer opens too.", isQuote: false },
      { turnNumber: 1, role: "bot_a", text: "A bold opening is half of it.", isQuote: false },
    ];
    expect(seen.line).toEqual(openings[id % 2]);
    expect(seen.text).not.toMatch(/has to be quoted|xxx|"score"/);
    await api.sql("UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number <> 3", [
      id,
    ]);
    expect((await lineOf(owner.client, id)).line?.turnNumber).toBe(3);
    expect((await lineOf(visitor, id)).line).toBeNull();
  });

  it("shows the sentence with the most reactions that the viewer may read", async () => {
    const { id } = await createPaidDebate(api, writer, { topic: "Do they react?", maxTurns: 6 });
    await insertFinishedTurns(api, { id }, 5);
    await api.sql(
      `UPDATE turns SET attempt = 2, quotes = '[]', content = '**One** says ' || turn_number || ' here. Two says ' || turn_number || ' here.\n\nThree.'
        WHERE debate_id = $1`,
      [id],
    );
    const react = (turn: number, sentence: number, userIds: number[], attempt = 2) =>
      api.sql(
        `INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
         SELECT t.id, $4, $3, u.id FROM turns t, users u
          WHERE t.debate_id = $1 AND t.turn_number = $2 AND u.id = ANY ($5::int[])`,
        [id, turn, sentence, attempt, userIds],
      );
    const [one, two, three] = [owner.user.id, writer.user.id, (await api.person()).user.id];
    await react(5, 1, [one, two, three]);
    await react(2, 1, [one, two]);
    await react(3, 0, [one]);
    const buildLine = (turnNumber: number, role: string) => ({
      turnNumber,
      role,
      text: `Two says ${turnNumber} here.`,
      isQuote: false,
    });
    expect((await lineOf(owner.client, id)).line).toEqual(buildLine(5, "bot_a"));
    expect((await lineOf(visitor, id)).line).toEqual(buildLine(2, "bot_b"));
    await api.sql("UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 2", [
      id,
    ]);
    expect((await lineOf(visitor, id)).line).toMatchObject({
      turnNumber: 3,
      text: "One says 3 here.",
    });
    await api.sql("UPDATE turns SET attempt = 3 WHERE debate_id = $1", [id]);
    await react(4, 7, [one], 3);
    expect((await lineOf(owner.client, id)).line?.text).toMatch(/^One says [13] here\.$/);
  });

  it("shortens a long quote", async () => {
    const { id } = await createPaidDebate(api, writer, { topic: "Is it long?", maxTurns: 2 });
    await insertFinishedTurns(api, { id }, 1);
    await api.sql("UPDATE turns SET quotes = $2 WHERE debate_id = $1", [
      id,
      JSON.stringify(["word ".repeat(2000)]),
    ]);
    expect((await lineOf(owner.client, id)).line?.text.length).toBeLessThanOrEqual(220);
  });

  it.each([
    ["a turn is running", "open", "active", "auto_play_by = NULL", true],
    ["Auto-Play is on", "done", "active", "auto_play_by = user_id", true],
    ["the last text was a moment ago", "done", "active", "spoken_at = now()", false],
    ["nothing was requested for long", "done", "active", "auto_play_by = NULL", false],
    ["the first turn is running", "open", "pending", "auto_play_by = NULL", true],
    ["the debate has not started", "done", "pending", "auto_play_by = NULL", false],
    ["the debate is completed", "done", "completed", "spoken_at = now()", false],
  ])(
    "is live only while a turn runs or Auto-Play is on: %s",
    async (_what, turn, status, set, isLive) => {
      const { id } = await createPaidDebate(api, writer, { topic: "Is it live?", maxTurns: 6 });
      await api.sql(`UPDATE debates SET status = $2, ${set} WHERE id = $1`, [id, status]);
      if (turn === "open")
        await api.sql(
          "INSERT INTO turns (debate_id, turn_number, role, type) VALUES ($1, 1, 'bot_a', 'opening')",
          [id],
        );
      const answer = await writer.client.get("/api/debates/my?perPage=1");
      expect(answer.as(z.array(ListedDebate))[0]).toMatchObject({ id, isLive });
      const live = (await visitor.get("/api/debates/live")).as(z.array(LiveDebatePreview));
      expect(live.some((debate) => debate.id === id)).toBe(isLive);
      const found = await Promise.all(
        ["live", "paused", "pending", "completed", "active"].map(async (filter) => {
          const filtered = await writer.client.get(`/api/debates/my?status=${filter}&perPage=50`);
          const isFound = filtered.as(z.array(ListedDebate)).some((debate) => debate.id === id);
          return isFound ? filter : null;
        }),
      );
      const other = status === "active" ? "paused" : status;
      expect(found.filter((filter) => filter !== null)).toEqual([
        ...(isLive ? ["live"] : [other]),
        ...(status === "active" ? ["active"] : []),
      ]);
      await api.sql("DELETE FROM debates WHERE id = $1", [id]);
    },
  );
});

describe("the list of live debates", () => {
  const live = async (client = owner.client) =>
    (await client.get("/api/debates/live")).as(z.array(LiveDebatePreview));
  const startDebate = async (
    turn: number,
    content: string,
    input: Record<string, unknown> = {},
  ) => {
    const { id } = await createPaidDebate(api, writer, {
      topic: "Is this going on?",
      maxTurns: 6,
      ...input,
    });
    await insertFinishedTurns(api, { id }, turn - 1);
    await api.sql(
      `INSERT INTO turns (debate_id, turn_number, role, type, status, content)
       VALUES ($1, $2, CASE $2 % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'streaming', $3)`,
      [id, turn, content],
    );
    return id;
  };

  it("has the latest text of each, within the visitor's limit for visitors", async () => {
    const secret = await startDebate(1, "Nobody hears this.", { isPublic: false });
    const early = await startDebate(2, "It has begun. It **goes** on. And on it g");
    const late = await startDebate(5, "It goes on late");
    const unlisted = await startDebate(1, "Nobody finds this.");
    await api.sql("UPDATE debates SET is_unlisted = true WHERE id = $1", [unlisted]);
    const liveDebates = await live();
    expect(liveDebates.map(({ id }) => id)).toEqual([late, early]);
    expect(
      liveDebates.map(({ words, turnNumber, isSpeaking }) => [turnNumber, isSpeaking, words]),
    ).toEqual([
      [5, true, { text: "It goes on late", end: 15 }],
      [2, true, { text: "It goes on. And on it g", end: 37 }],
    ]);
    expect((await live(visitor)).map(({ words }) => words?.text ?? null)).toEqual([
      null,
      "It goes on. And on it g",
    ]);
    await api.sql("UPDATE turns SET status = 'complete', is_hidden = true WHERE debate_id = $1", [
      early,
    ]);
    await api.sql("UPDATE debates SET auto_play_by = user_id WHERE id = $1", [early]);
    expect((await live())[1]).toMatchObject({ id: early, isSpeaking: false, words: null });
    await api.sql("DELETE FROM debates WHERE id = ANY($1)", [[secret, early, late, unlisted]]);
  });

  it("has at most three, speaking turns first", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await startDebate(1, "Words."));
    const [waiting = 0] = ids;
    await api.sql("UPDATE turns SET status = 'pending' WHERE debate_id = $1", [waiting]);
    await api.sql("UPDATE debates SET popularity = 1000000 WHERE id = $1", [waiting]);
    expect((await live()).map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    await api.sql("DELETE FROM debates WHERE id = ANY($1)", [ids]);
  });

  const spoken = async () => (await visitor.get("/api/debates/spoken")).as(z.array(SpokenDebate));
  /** Inserts a recording of the last turn whose only sentence starts now. */
  const setSpeaking = (id: number, set: { status?: string; ms?: number } = {}) =>
    api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, turn_attempt, spoken)
       SELECT id, 'openai', 'spoken ' || id, $2, attempt,
              jsonb_build_array(jsonb_build_object('hash', '', 'ms', $3::int,
                'at', extract(epoch FROM now()) * 1000))
         FROM turns WHERE debate_id = $1 ORDER BY turn_number DESC LIMIT 1`,
      [id, set.status ?? "failed", set.ms ?? 60_000],
    );
  const ended = async (ago: string) => {
    const { id } = await createPaidDebate(api, writer, { topic: "Is it over?", maxTurns: 2 });
    await insertFinishedTurns(api, { id }, 2);
    await api.sql("UPDATE debates SET spoken_at = now() - $2::interval WHERE id = $1", [id, ago]);
    return id;
  };
  const deleteDebates = async (...ids: number[]) => {
    await api.sql("DELETE FROM debates WHERE id = ANY($1)", [ids]);
    await api.sql("DELETE FROM audio_cache");
  };
  /** A debate's entry in each list: `/live`, the first live debates, and its owner's list. */
  const listedIn = async (id: number) => {
    const ownDebates = (await writer.client.get("/api/debates/my")).as(z.array(ListedDebate));
    const onAir = (await spoken()).find(({ debate }) => debate.id === id);
    return {
      live: onAir && { turnNumber: onAir.turnNumber, status: onAir.debate.status },
      first: (await live()).find((debate) => debate.id === id)?.status,
      isLive: ownDebates.find((debate) => debate.id === id)?.isLive,
    };
  };

  it("includes a debate with Auto-Play on, before and between its turns and without a voice", async () => {
    const { id } = await createPaidDebate(api, writer, { topic: "Does it play?", maxTurns: 6 });
    await api.sql("UPDATE debates SET auto_play_by = user_id WHERE id = $1", [id]);
    const turnNumber = 1;
    expect(await listedIn(id)).toEqual({
      live: { turnNumber, status: "pending" },
      first: "pending",
      isLive: true,
    });
    await insertFinishedTurns(api, { id }, 3);
    expect(await listedIn(id)).toMatchObject({ live: { turnNumber: 3, status: "active" } });
    await api.sql("UPDATE debates SET auto_play_by = NULL WHERE id = $1", [id]);
    expect(await listedIn(id)).toEqual({ live: undefined, first: undefined, isLive: false });
    await deleteDebates(id);
  });

  it("includes a completed debate while its live stream still plays", async () => {
    const id = await ended("1 minute");
    expect(await listedIn(id)).toMatchObject({ live: undefined, isLive: false });
    await setSpeaking(id);
    const { id: other } = await createPaidDebate(api, writer, { topic: "Does it come first?" });
    await api.sql("UPDATE debates SET auto_play_by = user_id WHERE id = $1", [other]);
    const onAir = await listedIn(id);
    expect(onAir).toEqual({
      live: { turnNumber: 2, status: "completed" },
      first: "completed",
      isLive: true,
    });
    expect(getLiveLabel(onAir.live?.status ?? "pending")).toBe("On air again");
    expect((await live()).map((debate) => debate.id)).toEqual([other, id]);
    await api.sql("UPDATE audio_cache SET spoken = jsonb_set(spoken, '{0,ms}', '1')");
    await waitUntil(async () => (await listedIn(id)).live === undefined);
    await deleteDebates(id, other);
  });

  it("excludes a debate hours after its end, even if it is being recorded", async () => {
    const id = await ended("3 hours");
    await setSpeaking(id, { status: "running", ms: 1 });
    // Neither recording makes the debate live. The first is half an hour old, and the second is
    // being made for playback only.
    const aged =
      "spoken = jsonb_set(spoken, '{0,at}', to_jsonb(extract(epoch FROM now()) * 1000 - 1800000))";
    for (const set of [
      `${aged}, created_at = now() - interval '30 minutes'`,
      "spoken = '[]', created_at = now()",
    ]) {
      await api.sql(`UPDATE audio_cache SET ${set}`);
      expect(await listedIn(id)).toEqual({ live: undefined, first: undefined, isLive: false });
    }
    await deleteDebates(id);
  });

  /**
   * Inserts more debates than the query reads, each with a turn whose recording was requested at
   * `askedAt`.
   */
  const speakMany = (askedAt: string) =>
    api.sql(
      `WITH debate AS (
         INSERT INTO debates (topic, user_id) SELECT 'Over long ago', $1 FROM generate_series(1, 210)
         RETURNING id),
       turn AS (
         INSERT INTO turns (debate_id, turn_number, role, type, status, content)
         SELECT id, 1, 'bot_a', 'opening', 'complete', 'Words.' FROM debate RETURNING id)
       INSERT INTO audio_cache (turn_id, provider, content_hash, status, created_at)
       SELECT id, 'openai', id, 'failed', ${askedAt} FROM turn`,
      [writer.user.id],
    );

  it("includes a live debate after hundreds of inactive ones", async () => {
    const id = await startDebate(1, "Still here.");
    await speakMany("now()");
    await api.sql(
      `INSERT INTO audio_cache (notice, provider, content_hash)
       SELECT 'notice ' || n, 'openai', 'notice ' || n FROM generate_series(1, 1000) AS n`,
    );
    await speakMany("now() - interval '61 minutes'");
    const spoken = (await visitor.get("/api/debates/spoken")).as(z.array(SpokenDebate));
    expect(spoken.map(({ debate }) => debate.id)).toEqual([id]);
    await api.sql("DELETE FROM debates WHERE id = $1 OR topic = 'Over long ago'", [id]);
    await api.sql("DELETE FROM audio_cache");
  });
});

describe("a visitor", () => {
  it("gets 10 debates in all, whatever the query", async () => {
    const countTopics = async (query: string) => (await list(visitor, query)).topics.length;
    expect(await countTopics("")).toBe(10);
    expect(await countTopics("perPage=50")).toBe(10);
    expect(await countTopics("page=2")).toBe(0);
    expect(
      await Promise.all([1, 2, 3, 4].map((page) => countTopics(`perPage=4&page=${page}`))),
    ).toEqual([4, 4, 2, 0]);
    expect((await list(visitor)).total).toBe(10);
    expect((await list(visitor, "q=Motion%2012")).total).toBe(1);
  });

  it("has no own list", async () => {
    expect((await visitor.get("/api/debates/my")).status).toBe(401);
  });
});

it("the own list includes private debates, newest first, and no debates of others", async () => {
  const ownDebates = (await owner.client.get("/api/debates/my")).as(z.array(Debate));
  expect(ownDebates).toHaveLength(26);
  expect(ownDebates[1]?.topic).toBe("Motion in secret");
  const { client } = await api.person();
  expect((await client.get("/api/debates/my")).as(z.array(Debate))).toEqual([]);
  const secrets = await owner.client.get("/api/debates/my?q=secret&perPage=1");
  expect(secrets.as(z.array(ListedDebate)).map(({ topic }) => topic)).toEqual(["Motion in secret"]);
  expect((await client.get("/api/debates/my?q=secret")).headers.get("x-total-count")).toBe("0");
  const page = await owner.client.get("/api/debates/my?perPage=10&page=3&sort=newest");
  expect(page.headers.get("x-total-count")).toBe(String(ownDebates.length));
  expect(page.as(z.array(Debate)).map(({ id }) => id)).toEqual(
    ownDebates.slice(20).map(({ id }) => id),
  );
});

it("the own purchases are listed newest first, at most 500", async () => {
  const { client, user } = await api.person();
  await api.sql(
    `INSERT INTO transactions (user_id, amount, credits)
     SELECT $1::int, n, 1 FROM generate_series(1, 501) AS n UNION ALL SELECT $2, 299, 2`,
    [user.id, owner.user.id],
  );
  const listed = (await client.get("/api/credits/transactions")).as(z.array(Transaction));
  expect(listed.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 500 }, (_none, n) => 501 - n),
  );
});
