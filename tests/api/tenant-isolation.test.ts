import { z } from "zod";
import { findLoginById } from "#api/queries/accounts/find-user.ts";
import { listAudioJobs } from "#api/queries/audio/list-audio-jobs.ts";
import { listSignedInUsers } from "#api/queries/accounts/list-signed-in-users.ts";
import { listDebateSnapshots } from "#api/queries/debates/list-debate-snapshots.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { ListedDebate, LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { seedOtherTenant } from "../helpers/tenant-isolation.ts";
import { setRecordingState, storeRecordings, storeRulings } from "../audio/recording-fixtures.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  type TestUser,
  startApiOnNewDatabase,
  type TestApi,
} from "./test-api.ts";

/**
 * Routes whose response contains data of all users or changes with time, with the reason. They are
 * tested elsewhere.
 */
const ROUTES_WITHOUT_TENANT_DATA = new Map([
  ["/config", "same for everyone"],
  ["/leaderboard", "same for everyone"],
  ["/judge", "same for everyone"],
  ["/judge/rules", "same for everyone"],
  ["/unsubscribe", "HTML page"],
  ["/tts/status", "same for everyone"],
  ["/debates/:id/live.mp3", "endless stream"],
  ["/admin/operations", "covers all jobs"],
  ["/admin/users", "covers all users"],
  ["/superadmin/users", "covers all users"],
  ["/superadmin/audit", "covers all admins"],
  ["/superadmin/model-check", "same for every superadmin"],
  ["/superadmin/judge-audits", "same for every superadmin"],
  ["/admin/debates", "covers all debates"],
  ["/admin/spending", "covers all users"],
  ["/admin/reviews", "covers all debates"],
  ["/admin/appeals", "covers all debates"],
]);

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
let live: { id: number; turnIds: number[] };
let ended: typeof live;

const debate = async (finished: number, topic: string) => {
  const { id } = await createPaidDebate(api, owner, { topic, maxTurns: 6 });
  await insertFinishedTurns(api, { id }, finished);
  const turns = await api.sql<{ id: number }>(
    "UPDATE turns SET judging_status = 'complete' WHERE debate_id = $1 RETURNING id",
    [id],
  );
  const turnIds = turns.map((turn) => turn.id).toSorted((a, b) => a - b);
  return { id, turnIds };
};

beforeAll(async () => {
  api = await startApiOnNewDatabase({ TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  await seedOtherTenant(api.sql);
  // Each debate of the other user, the bystander, is either private or unlisted.
  await api.sql(`UPDATE debates SET is_public = id % 2 = 0, is_unlisted = id % 2 = 0, spoken_at = now(),
                        popularity = 100`);
  owner = await api.person();
  admin = await api.person("admin");
  await api.sql(
    "INSERT INTO authenticators (user_id, secret, confirmed_at) VALUES ($1, 'secret', now())",
    [admin.user.id],
  );
  ended = await debate(6, "Tea is better than coffee");
  await storeRecordings(api, ended.turnIds);
  await storeRulings(api, ended.turnIds);
  live = await debate(4, "Cats are better than dogs");
  for (const id of live.turnIds) await setRecordingState(api, id, { status: "pending" });
  await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [live.id]);
  await api.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, content, status, heartbeat_at)
     VALUES ($1, 5, 'bot_a', 'rebuttal', 'A sentence that is spoken', 'streaming', 'infinity')`,
    [live.id],
  );
  await api.sql(
    `INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
     SELECT id, 'openai', 'unfinished', 'infinity' FROM turns WHERE debate_id = $1 AND turn_number = 5`,
    [live.id],
  );
  await owner.client.post(`/api/debates/${ended.id}/vote`, { winner: "bot_b" });
  await owner.client.post(`/api/debates/${ended.id}/reaction`, { type: "down" });
  await api.sql(
    `INSERT INTO exports (user_id, status, facts, debates, expires_at)
     VALUES ($1, 'complete', '{}', '# Mine', now() + interval '1 day')`,
    [owner.user.id],
  );
  await api.sql(
    `INSERT INTO transactions (user_id, amount, credits, order_id) VALUES ($1, 100, 1, 'MINE')`,
    [owner.user.id],
  );
});
afterAll(() => api.close());

/** The URLs that are requested for every route with an id. */
const ADDRESSES: Readonly<Record<string, () => string[]>> = {
  "/tts/audio": () => ended.turnIds.map((id) => `/tts/audio?turnId=${id}`),
  "/tts/sentences": () => ended.turnIds.map((id) => `/tts/sentences?turnId=${id}`),
  "/turns/:id/ruling.mp3": () => ended.turnIds.map((id) => `/turns/${id}/ruling.mp3`),
  "/debates/:id/live": () => [`/debates/${live.id}/live`],
  "/debates/:id/moment": () => [`/debates/${live.id}/moment?moment=2.1-3.1`],
  "/debates/:id/moment.mp3": () => [`/debates/${ended.id}/moment.mp3?moment=2.1-3.1`],
  "/debates/:id/audio.mp3": () => [`/debates/${ended.id}/audio.mp3`],
  "/debates/my": () => ["/debates/my", "/debates/my?q=coffee"],
  "/debates/languages": () => ["/debates/languages"],
  "/debates/live": () => ["/debates/live"],
  "/debates/public": () =>
    ["", "?q=coffee", "?q=speech", "?sort=newest", "?sort=popular"].map(
      (q) => `/debates/public${q}`,
    ),
  "/debates/spoken": () => ["/debates/spoken"],
  "/debates/:id": () => [`/debates/${ended.id}`, `/debates/${live.id}`],
  "/debates/:id/swing": () => [`/debates/${ended.id}/swing`, `/debates/${live.id}/swing`],
  "/debates/:id/appeals": () => [`/debates/${ended.id}/appeals`, `/debates/${live.id}/appeals`],
  "/debates/:id/turns": () => [`/debates/${ended.id}/turns`, `/debates/${live.id}/turns`],
  "/user": () => ["/user"],
  "/account": () => ["/account"],
  "/account/export/data.json": () => ["/account/export/data.json"],
  "/account/export/debates.md": () => ["/account/export/debates.md"],
  "/credits": () => ["/credits"],
  "/credits/transactions": () => ["/credits/transactions"],
  "/admin-regen-audio/:id": () => [],
  "/admin-audio-download": () => ended.turnIds.map((id) => `/admin-audio-download?turnId=${id}`),
  "/admin/debates/:id/audio": () => [`/admin/debates/${ended.id}/audio`],
};

/** Removes values that depend on the time of the request. */
const removeChangingValues = (text: string): string =>
  text.replaceAll(/"(?:now|lastSeenAt|renewedAt|behindMs|position)":("[^"]*"|[\d.]+)/g, "");

const askAll = async (): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {};
  const addresses = Object.values(ADDRESSES).flatMap((make) => make());
  for (const [who, client] of [
    ["visitor", api.visitor()],
    ["owner", owner.client],
    ["admin", admin.client],
  ] as const)
    for (const address of addresses) {
      if (address.startsWith("/admin") && client !== admin.client) continue;
      const { status, text } = await client.get(`/api${address}`);
      answers[`${who} ${address}`] = [status, removeChangingValues(text)];
    }
  const sql = { query: api.sql };
  answers["standings"] = await listDebateSnapshots(sql, [live.id, ended.id]);
  answers["login"] = await findLoginById(sql, owner.user.id);
  answers["signed in"] = await listSignedInUsers(sql, [owner.user.id]);
  answers["feed"] = (await api.visitor().get("/feed.xml")).text;
  return answers;
};

it("no response about a user or debate contains anything of the bystanders", async () => {
  const before = await askAll();
  for (const address of ["/debates/my", "/account", "/credits/transactions"])
    expect(before[`owner ${address}`]).toMatchObject([200, expect.stringContaining("{")]);
  expect(before[`visitor /debates/${live.id}/moment?moment=2.1-3.1`]).toMatchObject([
    200,
    expect.stringContaining('"problem":null'),
  ]);
  // Other admins without a second factor do not affect the answer to this admin.
  expect(before["admin /user"]).toEqual([200, expect.not.stringContaining("secondFactor")]);
  await api.sql("DELETE FROM users WHERE username = 'bystander'");
  expect(await askAll()).toEqual(before);
  expect(await listAudioJobs({ query: api.sql })).toEqual([]);
});

test("the recording of a turn in progress is reported as none", async () => {
  const { text } = await owner.client.get(`/api/debates/${live.id}/turns`);
  const [standing] = await listDebateSnapshots({ query: api.sql }, [live.id]);
  for (const turns of [z.array(Turn).parse(JSON.parse(text)), standing?.turns ?? []])
    expect(turns.map(({ audio }) => audio.status)).toEqual([
      ...Array<string>(4).fill("pending"),
      "none",
    ]);
});

describe("the lists of live debates", () => {
  const isLive = async ({ id }: { id: number }) => {
    const { text } = await owner.client.get("/api/debates/my");
    return z
      .array(ListedDebate)
      .parse(JSON.parse(text))
      .find((debate) => debate.id === id)?.isLive;
  };
  const listed = async (address: string) => (await owner.client.get(`/api${address}`)).text;
  const setDebate = ({ id }: { id: number }, set: string) =>
    api.sql(`UPDATE debates SET ${set} WHERE id = $1`, [id]);

  test("exclude an inactive debate, whatever others do", async () => {
    const resting = await debate(2, "Is rest a right?");
    await setDebate(resting, "spoken_at = NULL");
    expect([await isLive(live), await isLive(resting)]).toEqual([true, false]);
    expect(await listed("/debates/live")).not.toContain("a right?");
  });

  test("exclude a debate that has just ended", async () => {
    await setDebate(ended, "spoken_at = now()");
    expect(await isLive(ended)).toBe(false);
    expect(await listed("/debates/live")).not.toContain("better than coffee");
  });

  test("show the previous turn of a debate whose current turn waits for its first token", async () => {
    const waiting = await debate(2, "Is patience rewarded?");
    await api.sql(
      `INSERT INTO turns (debate_id, turn_number, role, type, status, run_at)
       VALUES ($1, 3, 'bot_a', 'rebuttal', 'pending', 'infinity')`,
      [waiting.id],
    );
    const found = z.array(LiveDebatePreview).parse(JSON.parse(await listed("/debates/live")));
    expect(found.find(({ id }) => id === waiting.id)).toMatchObject({
      turnNumber: 2,
      isSpeaking: false,
    });
  });

  test("exclude unlisted debates", async () => {
    for (const address of ["/debates/live", "/debates/spoken"]) {
      expect(await listed(address)).toContain("better than dogs");
      await setDebate(live, "is_unlisted = true");
      expect(await listed(address)).not.toContain("better than dogs");
      await setDebate(live, "is_unlisted = false");
    }
  });

  test("the list of audio jobs contains the running ones and the latest", async () => {
    const jobs = await api.sql<{ id: number }>(
      `INSERT INTO audio_jobs (debate_id, turns, total, done)
       SELECT $1, 'all', 6, CASE n WHEN 1 THEN 0 ELSE 6 END
         FROM generate_series(1, 23) AS n RETURNING id`,
      [ended.id],
    );
    const known = (await listAudioJobs({ query: api.sql })).map(({ jobId }) => jobId);
    expect(known).toEqual([jobs[0], ...jobs.slice(3)].map((job) => job?.id));
  });
});

test("every GET route is requested or excluded with a reason", () => {
  const asked = new Set([...Object.keys(ADDRESSES), ...ROUTES_WITHOUT_TENANT_DATA.keys()]);
  const paths = ALL_ROUTES.filter(({ endpoint }) => endpoint.method === "get");
  expect(new Set(paths.map(({ endpoint }) => endpoint.path))).toEqual(asked);
});
