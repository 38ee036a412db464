import { findLoginById } from "#api/queries/find-user.ts";
import { listAudioJobs } from "#api/queries/list-audio-jobs.ts";
import { listSignedIn } from "#api/queries/list-signed-in.ts";
import { listStandings } from "#api/queries/list-standings.ts";
import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { openBystanders } from "../bystanders.ts";
import { setRecording, storeRecordings } from "../audio/store-recordings.ts";
import { finishTurns, newDebate, type Person, startFreshApi, type TestApi } from "./test-api.ts";

/** What these answer is of everybody, or changes with the time: other tests hold them. */
const LEFT_OUT = new Map([
  ["/config", "of the product"],
  ["/unsubscribe", "a page"],
  ["/tts/status", "of the product"],
  ["/debates/:id/live.mp3", "as long as it is listened to"],
  ["/admin/operations", "of all work"],
  ["/admin/users", "of all users"],
  ["/superadmin/users", "of all users"],
  ["/superadmin/audit", "of all admins"],
  ["/admin/debates", "of all debates"],
  ["/admin/spending", "of everybody"],
  ["/admin/reviews", "of all debates"],
]);

let api: TestApi;
let owner: Person;
let admin: Person;
/** Of a debate that goes on, and of one that has ended. */
let live: { id: number; turnIds: number[] };
let ended: typeof live;

/** The owner's, of which so many turns are spoken. */
const debate = async (finished: number, topic: string) => {
  const { id } = await newDebate(api, owner, { topic, maxTurns: 6 });
  await finishTurns(api, { id }, finished);
  const turns = await api.sql<{ id: number }>(
    "UPDATE turns SET judging_status = 'complete' WHERE debate_id = $1 RETURNING id",
    [id],
  );
  const turnIds = turns.map((turn) => turn.id).toSorted((a, b) => a - b);
  return { id, turnIds };
};

beforeAll(async () => {
  api = await startFreshApi({ TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  await openBystanders(api.sql);
  // None of their debates is for everybody, each by one of the two.
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
  live = await debate(4, "Cats are better than dogs");
  for (const id of live.turnIds) await setRecording(api, id, { status: "pending" });
  await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [live.id]);
  await api.sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, content, status, heartbeat_at)
     VALUES ($1, 5, 'bot_a', 'rebuttal', 'A sentence that is spoken', 'streaming', 'infinity')`,
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

/** Every address that is about somebody or something, as it is asked for. */
const ADDRESSES: Readonly<Record<string, () => string[]>> = {
  "/tts/audio": () => ended.turnIds.map((id) => `/tts/audio?turnId=${id}`),
  "/tts/sentences": () => ended.turnIds.map((id) => `/tts/sentences?turnId=${id}`),
  "/debates/:id/live": () => [`/debates/${live.id}/live`],
  "/debates/:id/moment": () => [`/debates/${live.id}/moment?moment=2.1-3.1`],
  "/debates/:id/moment.mp3": () => [`/debates/${ended.id}/moment.mp3?moment=2.1-3.1`],
  "/debates/:id/audio.mp3": () => [`/debates/${ended.id}/audio.mp3`],
  "/debates/my": () => ["/debates/my", "/debates/my?q=coffee"],
  "/debates/live": () => ["/debates/live"],
  "/debates/public": () =>
    ["", "?q=coffee", "?q=speech", "?sort=newest", "?sort=popular"].map(
      (q) => `/debates/public${q}`,
    ),
  "/debates/spoken": () => ["/debates/spoken"],
  "/debates/:id": () => [`/debates/${ended.id}`, `/debates/${live.id}`],
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

/** Without what tells of the moment it is asked in. */
const lasting = (text: string): string =>
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
      answers[`${who} ${address}`] = [status, lasting(text)];
    }
  const sql = { query: api.sql };
  answers["standings"] = await listStandings(sql, [live.id, ended.id]);
  answers["login"] = await findLoginById(sql, owner.user.id);
  answers["signed in"] = await listSignedIn(sql, [owner.user.id]);
  answers["feed"] = (await api.visitor().get("/feed.xml")).text;
  return answers;
};

it("nothing that is answered of one has anything in it of what others have", async () => {
  const before = await askAll();
  for (const address of ["/debates/my", "/account", "/credits/transactions"])
    expect(before[`owner ${address}`]).toMatchObject([200, expect.stringContaining("{")]);
  expect(before[`visitor /debates/${live.id}/moment?moment=2.1-3.1`]).toMatchObject([
    200,
    expect.stringContaining('"problem":null'),
  ]);
  // Others lack a second factor.
  expect(before["admin /user"]).toEqual([200, expect.not.stringContaining("secondFactor")]);
  await api.sql("DELETE FROM users WHERE username = 'bystander'");
  expect(await askAll()).toEqual(before);
  expect(await listAudioJobs({ query: api.sql })).toEqual([]);
});

test("every address that answers something is asked for, or left out for a reason", () => {
  const asked = new Set([...Object.keys(ADDRESSES), ...LEFT_OUT.keys()]);
  const paths = ALL_ROUTES.filter(({ endpoint }) => endpoint.method === "get");
  expect(new Set(paths.map(({ endpoint }) => endpoint.path))).toEqual(asked);
});
