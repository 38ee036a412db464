import { z } from "zod";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { IS_SEAL_IN_FORCE_SQL } from "#infra/db/debates/sealed-results-sql.ts";
import { Debate, ListedDebate } from "#shared/contract/debates/debate.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import type { PageRequest } from "#shared/contract/page.ts";
import type { DebateStatus } from "#shared/domain/debates/debate.ts";
import { isSealInForce } from "#shared/domain/debates/judging/sealed-results.ts";
import { waitUntil } from "../harness.ts";
import { type DebateWatcher, watchDebate } from "../helpers/debate-watcher.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  type ProxiedApi,
  startProxiedApi,
  type TestUser,
} from "./test-api.ts";

/** Renders all data that a page gets. Real pages never show more. */
const render = async ({ data }: PageRequest) => ({
  status: 200,
  head: "",
  body: JSON.stringify(data),
});
const template = `<html><head><!--app-head--></head><body><!--app-html--><!--app-data--></body></html>`;

let api: ProxiedApi;
let owner: TestUser;
let other: TestUser;
let admin: TestUser;
const watchers: DebateWatcher[] = [];
beforeAll(async () => {
  api = await startProxiedApi(
    {},
    { resyncIntervalMs: 50, web: { clientDir: "/nowhere", template, render } },
  );
  [owner, other, admin] = [await api.person(), await api.person(), await api.person("admin")];
});
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.close();
});
afterAll(() => api.close());

const SECRET = /SEALED-(?:FEEDBACK|RULING|QUOTE|VERDICT)-\w+/g;

/** A debate that has just ended. Its last two results and its verdict have unique words. */
const endedDebate = async (maxTurns = 4, finished = maxTurns): Promise<Debate> => {
  const debate = await createPaidDebate(api, owner, { maxTurns });
  await insertFinishedTurns(api, debate, finished);
  await api.sql(
    `UPDATE turns SET feedback = 'SEALED-FEEDBACK-' || turn_number, score = 9,
            ruling = 'SEALED-RULING-' || turn_number,
            quotes = jsonb_build_array('SEALED-QUOTE-' || turn_number || ', which fits on a card')
      WHERE debate_id = $1 AND turn_number > $2`,
    [debate.id, maxTurns - 2],
  );
  await api.sql(
    `UPDATE debates SET spoken_at = now(),
            scores = scores || '{"botA": 9, "reasoning": "SEALED-VERDICT-X"}' WHERE id = $1`,
    [debate.id],
  );
  return debate;
};
const watch = async (id: number, { client }: TestUser) => {
  const watcher = await watchDebate(api.origin, id, client.cookie);
  watchers.push(watcher);
  return watcher;
};
const debateOf = async ({ client }: TestUser, id: number) =>
  (await client.get(`/api/debates/${id}`)).as(Debate);
const turnsOf = async ({ client }: TestUser, id: number) =>
  (await client.get(`/api/debates/${id}/turns`)).as(z.array(Turn));
const skip = ({ client }: TestUser, id: number) => client.post(`/api/debates/${id}/skip-vote`);
const vote = ({ client }: TestUser, id: number) =>
  client.post(`/api/debates/${id}/vote`, { winner: "bot_a" });

/** The addresses of all routes and pages that could contain a debate's results. */
const listAddresses = async (id: number): Promise<string[]> => {
  const [turn] = await api.sql<{ id: number }>(
    "SELECT max(id) AS id FROM turns WHERE debate_id = $1",
    [id],
  );
  const reads = ALL_ROUTES.filter(
    ({ endpoint: { method, as } }) => method === "get" && as !== "admin" && as !== "superadmin",
  ).map(({ endpoint: { path } }) => `/api${path.replace(":id", String(id))}`);
  return [
    ...reads,
    `/api/tts/audio?turnId=${turn?.id ?? 0}`,
    `/api/tts/sentences?turnId=${turn?.id ?? 0}`,
    `/api/debates/${id}/moment?moment=4.1-4.1`,
    ...["", "?sort=newest", "?q=SEALED", "?status=completed"].flatMap((query) => [
      `/api/debates/my${query}`,
      `/api/debates/public${query}`,
    ]),
    "/",
    "/?list=popular",
    "/debates/public",
    "/live",
    `/debate/${id}`,
    `/debate/${id}?moment=4.1-4.1`,
    `/debate/${id}/picture.png`,
    `/embed/debate/${id}`,
    `/oembed?url=${encodeURIComponent(`${api.origin}/debate/${id}`)}`,
    "/feed.xml",
    `/feed/${id}.mp3`,
    "/sitemap.xml",
  ];
};

/** Requests all addresses. Returns those that reveal a sealed (hidden) result, with the result. */
const findLeaks = async ({ client }: TestUser, id: number): Promise<string[]> => {
  const leaks: string[] = [];
  for (const address of await listAddresses(id)) {
    const { text } = await client.get(address);
    const [found] = text.match(SECRET) ?? [];
    if (found) leaks.push(`${address}: ${found}`);
  }
  return leaks;
};

describe("the results of the last two turns and the verdict", () => {
  it("are in no response and no event for members before they vote or skip", async () => {
    const { id } = await endedDebate();
    const sockets = [await watch(id, owner), await watch(id, other)];
    for (const person of [owner, other, admin]) {
      expect(await findLeaks(person, id)).toEqual([]);
      expect(await debateOf(person, id)).toMatchObject({ scores: null, seal: "decided" });
      expect((await turnsOf(person, id)).map(({ score, judge }) => [score, judge])).toEqual([
        [7, "grok"],
        [7, "grok"],
        [null, null],
        [null, null],
      ]);
    }
    const changed = await owner.client.request("PATCH", `/api/debates/${id}`, {
      body: { onlyOwnerSteps: true },
    });
    expect(changed.as(Debate)).toMatchObject({ scores: null, seal: "decided" });
    for (const socket of sockets) {
      await waitUntil(() => socket.named("debate:updated").length > 0);
      await waitUntil(() => socket.named("debate:snapshot").length > 2);
      expect(JSON.stringify(socket.events)).not.toMatch(SECRET);
      expect(socket.named("debate:updated")[0]).toMatchObject({ scores: null, seal: "decided" });
      expect(socket.named("debate:snapshot").at(-1)).toMatchObject({
        scores: null,
        turns: [{ isJudged: true }, { isJudged: true }, { isJudged: false }, { isJudged: false }],
      });
    }
  });

  it("are sealed while the debate runs, also for the turn before the last one", async () => {
    const { id } = await endedDebate(4, 3);
    expect(await findLeaks(owner, id)).toEqual([]);
    expect(await debateOf(owner, id)).toMatchObject({ scores: null, seal: "judging" });
    expect((await skip(owner, id)).status).toBe(409);
    expect(await debateOf(owner, id)).toMatchObject({ seal: "judging" });
  });

  it.each([
    ["a vote", vote],
    ["a skip", skip],
  ])("are there at once after %s, for that user only", async (_what, answer) => {
    const { id } = await endedDebate();
    expect((await answer(other, id)).status).toBeLessThan(300);
    expect(await debateOf(other, id)).toMatchObject({
      scores: { botA: 9, botB: 7, reasoning: "SEALED-VERDICT-X" },
      seal: null,
    });
    expect((await turnsOf(other, id)).at(-1)).toMatchObject({
      score: 9,
      judge: "grok",
      ruling: "SEALED-RULING-4",
      feedback: "SEALED-FEEDBACK-4",
    });
    const leaks = (await findLeaks(other, id)).map((leak) => leak.split(/[?:]/)[0]);
    expect(leaks).toEqual(
      expect.arrayContaining([`/api/debates/${id}`, `/api/debates/${id}/turns`, `/debate/${id}`]),
    );
    expect(await findLeaks(owner, id)).toEqual([]);
  });

  it("are there for all members 10 minutes after the end", async () => {
    const { id } = await endedDebate();
    const move = (time: string) =>
      api.sql("UPDATE debates SET spoken_at = now() - $2::interval WHERE id = $1", [id, time]);
    await move("9 minutes 50 seconds");
    expect(await debateOf(other, id)).toMatchObject({ scores: null });
    expect((await turnsOf(other, id)).at(-1)?.score).toBeNull();
    await move("10 minutes 1 second");
    expect(await debateOf(other, id)).toMatchObject({ scores: { botA: 9 }, seal: null });
    expect((await turnsOf(other, id)).at(-1)?.score).toBe(9);
  });

  it("are on admin pages, and visitors never get them", async () => {
    const { id } = await endedDebate();
    const list = await admin.client.get("/api/admin/debates?sort=newest");
    expect(list.as(z.array(z.looseObject({ id: z.number(), scores: z.unknown() })))).toContainEqual(
      expect.objectContaining({ id, scores: expect.objectContaining({ botA: 9 }) as unknown }),
    );
    const visitor = { ...owner, client: api.visitor() };
    expect(await findLeaks(visitor, id)).toEqual([]);
    expect(await debateOf(visitor, id)).toMatchObject({ scores: null, seal: null });
    await api.sql("UPDATE debates SET spoken_at = now() - interval '1 day' WHERE id = $1", [id]);
    expect(await findLeaks(visitor, id)).toEqual([]);
  });

  it("give a card its quote only if they are open", async () => {
    const { id } = await endedDebate();
    const lineOf = async ({ client }: TestUser) =>
      (await client.get("/api/debates/public?sort=newest"))
        .as(z.array(ListedDebate))
        .find((debate) => debate.id === id)?.line;
    expect((await lineOf(other))?.turnNumber).toBeLessThan(3);
    await skip(other, id);
    expect((await lineOf(other))?.turnNumber).toBe(3);
  });
});

describe("a watching socket", () => {
  it("gets results after its user has voted or skipped, in all tabs", async () => {
    const { id } = await endedDebate();
    const tabs = [await watch(id, other), await watch(id, other)];
    const sealed = await watch(id, owner);
    await skip(other, id);
    for (const tab of tabs)
      await waitUntil(() => tab.named("debate:snapshot").at(-1)?.scores?.botA === 9);
    const late = await watch(id, other);
    await waitUntil(() => late.named("debate:snapshot").at(-1)?.scores?.botA === 9);
    const snapshots = sealed.named("debate:snapshot").length;
    await waitUntil(() => sealed.named("debate:snapshot").length > snapshots + 1);
    expect(sealed.named("debate:snapshot").every(({ scores }) => scores === null)).toBe(true);
  });

  it("gets them after an answer whose event was lost", async () => {
    const { id } = await endedDebate();
    const tab = await watch(id, other);
    await api.sql("INSERT INTO skipped_votes VALUES ($1, $2)", [id, other.user.id]);
    await waitUntil(() => tab.named("debate:snapshot").at(-1)?.scores?.botA === 9);
  });

  it("gets them when the 10 minutes are over", async () => {
    const { id } = await endedDebate();
    const tab = await watch(id, other);
    await waitUntil(() => tab.named("debate:snapshot").length > 1);
    expect(tab.named("debate:snapshot").at(-1)?.scores).toBeNull();
    await api.sql("UPDATE debates SET spoken_at = now() - interval '11 minutes' WHERE id = $1", [
      id,
    ]);
    await waitUntil(() => tab.named("debate:snapshot").at(-1)?.scores?.botA === 9);
  });

  it("gets nothing any more of a debate that became private", async () => {
    const { id } = await endedDebate();
    const tab = await watch(id, other);
    await skip(other, id);
    await waitUntil(() => tab.named("debate:snapshot").at(-1)?.scores?.botA === 9);
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { isPublic: false } });
    await waitUntil(() => tab.named("debate:hidden").length > 0);
    const before = tab.events.length;
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { onlyOwnerSteps: true } });
    const witness = await watch(id, owner);
    await waitUntil(() => witness.named("debate:snapshot").length > 2);
    const later = tab.events.slice(before).map(({ name }) => name);
    expect(
      later.filter((name) => name !== "debate:hidden" && name !== "providers:updated"),
    ).toEqual([]);
  });
});

describe("a skipped vote", () => {
  it("can be repeated, and does not prevent a vote", async () => {
    const { id } = await endedDebate();
    const answers = [await skip(other, id), await skip(other, id)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect((await vote(other, id)).status).toBe(200);
    expect(await debateOf(other, id)).toMatchObject({ myVote: "bot_a", seal: null });
  });

  it("is not possible for visitors and on hidden debates", async () => {
    const { id } = await endedDebate();
    expect((await api.visitor().post(`/api/debates/${id}/skip-vote`)).status).toBe(401);
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { isPublic: false } });
    expect((await skip(other, id)).status).toBe(404);
    expect((await skip(owner, id)).status).toBe(204);
  });
});

it("the rule is the same in SQL", async () => {
  const { id } = await endedDebate();
  for (const status of ["pending", "active", "completed"] satisfies DebateStatus[])
    for (const seconds of [0, 599, 601, 90_000, null]) {
      await api.sql(
        `UPDATE debates SET status = $2, spoken_at = now() - $3 * interval '1 second' WHERE id = $1`,
        [id, status, seconds],
      );
      const [row] = await api.sql<{ isInForce: boolean; spokenAt: Date | null }>(
        `SELECT ${IS_SEAL_IN_FORCE_SQL} AS "isInForce", spoken_at AS "spokenAt"
           FROM debates d WHERE id = $1`,
        [id],
      );
      const expected = isSealInForce({ status, spokenAt: row?.spokenAt ?? null }, Date.now());
      expect([status, seconds, row?.isInForce]).toEqual([status, seconds, expected]);
    }
});
