import { Pool } from "pg";
import { io, type Socket } from "socket.io-client";
import { addSamples } from "#infra/dev/samples/add-samples.ts";
import { runSampleShows } from "#infra/dev/samples/run-sample-shows.ts";
import { SAMPLE_OWNER_EMAIL, SAMPLE_SHOWS } from "#infra/dev/samples/sample-debates.ts";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { startTestApi, testEnv, type TestApi } from "../api/test-api.ts";
import {
  createTestDatabase,
  TEST_SESSION_SECRET,
  type TestDatabase,
  waitUntil,
} from "../harness.ts";

const RESYNC_MS = 50;

interface ShowRow {
  id: number;
  topic: string;
  isOn: boolean;
  turns: number;
}

const SHOWS_SQL = `
  SELECT d.id, d.topic, d.auto_play_by IS NOT NULL AS "isOn",
         (SELECT count(*) FROM turns WHERE debate_id = d.id)::int AS turns
    FROM debates d JOIN users u ON u.id = d.user_id
   WHERE u.email = $1 AND d.only_owner_steps ORDER BY d.id`;

describe.each([
  ["at localhost", undefined],
  ["at an https origin", "https://debate.example"],
])("the sample debate that plays by itself %s", (_, publicOrigin) => {
  let database: TestDatabase;
  let api: TestApi;
  let pool: Pool;
  let shows: Promise<unknown>;
  const stopping = new AbortController();
  const pages: Socket[] = [];

  const openPage = () => {
    const page = io(api.origin, { transports: ["websocket"], forceNew: true });
    pages.push(page);
    return page;
  };
  const listShows = () => api.sql<ShowRow>(SHOWS_SQL, [SAMPLE_OWNER_EMAIL]);
  const waitForNewest = (isExpected: (show: ShowRow) => boolean, what: string) =>
    waitUntil(
      async () => {
        const newest = (await listShows()).at(-1);
        return newest && isExpected(newest) ? newest : null;
      },
      { what },
    );
  /** No worker runs here, so the test completes the debate. */
  const complete = ({ id }: ShowRow) =>
    api.sql(
      `UPDATE debates SET status = 'completed', auto_play_by = NULL, auto_play_status = 'none',
              spoken_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = testEnv(database.url, publicOrigin ? { PUBLIC_ORIGIN: publicOrigin } : {});
    api = await startTestApi(env, { resyncIntervalMs: RESYNC_MS });
    await addSamples(database.url);
    pool = new Pool({ connectionString: database.url, max: 2 });
    const sampleApi = {
      port: Number(new URL(api.origin).port),
      publicOrigin,
      isHttps: publicOrigin !== undefined,
      sessionSecret: TEST_SESSION_SECRET,
    };
    shows = runSampleShows(pool, sampleApi, stopping.signal).catch((err: unknown) => err);
  });
  afterAll(async () => {
    stopping.abort();
    for (const page of pages) page.close();
    await shows;
    await pool?.end();
    await api?.close();
    await database?.drop();
  });

  it("plays while a page is open, each topic at most once, and leaves a correct ledger", async () => {
    expect(await listShows()).toEqual([]);
    const first = openPage();
    const started = await waitForNewest(({ isOn, turns }) => isOn && turns === 1, "the first show");
    expect(started.topic).toBe(SAMPLE_SHOWS[0].topic);

    first.close();
    await waitForNewest(({ isOn }) => !isOn, "the pause");
    openPage();
    await waitForNewest(({ isOn }) => isOn, "the continuation");

    await complete(started);
    openPage();
    const isSecond = ({ topic, isOn }: ShowRow) => isOn && topic === SAMPLE_SHOWS[1].topic;
    await complete(await waitForNewest(isSecond, "the second show"));
    openPage();
    const isThird = ({ id, topic, isOn }: ShowRow) =>
      isOn && id > started.id && topic === SAMPLE_SHOWS[0].topic;
    await waitForNewest(isThird, "the first topic again");

    expect((await listShows()).map(({ topic }) => topic)).toEqual([
      SAMPLE_SHOWS[1].topic,
      SAMPLE_SHOWS[0].topic,
    ]);
    const hasNoSession = async () => (await api.sql("SELECT FROM sessions")).length === 0;
    await waitUntil(hasNoSession, { what: "the end of the owner's session" });
    const db = await createDataSource(database.url).initialize();
    const { differences } = await verifyLedger(db).finally(() => db.destroy());
    expect(differences).toEqual([]);
  });
});

it("no debate plays by itself on a database without samples", async () => {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const sampleApi = { port: 1, publicOrigin: undefined, isHttps: false, sessionSecret: "-" };
  const signal = new AbortController().signal;
  await expect(runSampleShows(pool, sampleApi, signal)).resolves.toBeUndefined();
  await pool.end();
  await database.drop();
});
