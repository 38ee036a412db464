import type { RenderedPage } from "#shared/contract/page.ts";
import { turnsOf } from "../api-client.ts";
import { storeRecordings } from "../audio/store-recordings.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";
import { finishTurns, newDebate, startTestApi, type TestApi, testEnv } from "./test-api.ts";

const render = async (): Promise<RenderedPage> => ({ status: 200, head: "", body: "" });
const WEB = { clientDir: "/nowhere", template: "", render };

let database: TestDatabase;
let apis: readonly [TestApi, TestApi];
beforeAll(async () => {
  database = await freshDatabase();
  const env = testEnv(database.url, { TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  apis = [await startTestApi(env, { web: WEB }), await startTestApi(env, { web: WEB })];
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await database.drop();
});

/** Where a debate is shown to whoever asks, and by what it is told in what others share. */
const doorsOf = (id: number, origin: string): [path: string, mark: string][] => {
  const address = encodeURIComponent(`${origin}/debate/${id}`);
  return [
    ["/feed.xml", `/feed/${id}.mp3`],
    [`/feed/${id}.mp3`, ""],
    ["/sitemap.xml", `/debate/${id}<`],
    [`/oembed?url=${address}`, ""],
    [`/embed/debate/${id}`, ""],
    [`/debate/${id}/picture.png`, ""],
    [`/debate/${id}/picture.png?moment=1.1-1.1`, ""],
    [`/api/debates/${id}/moment?moment=1.1-1.1`, ""],
    [`/api/debates/${id}/moment.mp3?moment=1.1-1.1`, ""],
    [`/api/debates/${id}`, ""],
    ["/api/debates/public", `"id":${id},`],
  ];
};

/** Nobody on the way goes on giving an answer that is asked for again each time. */
const isAskedAgain = (headers: Headers): boolean =>
  /no-cache|no-store/.test(headers.get("cache-control") ?? "");

/** The doors whose answer whoever is on the way may go on giving. */
const keptPaths = async (api: TestApi, id: number): Promise<string[]> => {
  const kept = [];
  for (const [path] of doorsOf(id, api.origin)) {
    const { headers } = await api.visitor().get(path);
    if (!isAskedAgain(headers)) kept.push(path);
  }
  return kept;
};

/** The doors of an API that show the debate, to somebody who keeps what each has answered. */
const visit = (api: TestApi, id: number) => {
  const etags = new Map<string, string>();
  return async (): Promise<string[]> => {
    const shown = [];
    for (const [path, mark] of doorsOf(id, api.origin)) {
      const kept = etags.get(path);
      const headers = kept === undefined ? {} : { "if-none-match": kept };
      const { status, text, headers: told } = await api.visitor().get(path, { headers });
      etags.set(path, told.get("etag") ?? "");
      const isShown = status === 304 || (status === 200 && text.includes(mark));
      if (isShown)
        shown.push(isAskedAgain(told) ? path : `${path}, and kept by whoever is on the way`);
    }
    return shown;
  };
};

it("a debate that is made private is shown at no door any more, by no API, whoever has seen it, and nobody keeps that it is not there", async () => {
  const [api] = apis;
  const owner = await api.person();
  const debate = await newDebate(api, owner, { maxTurns: 2 });
  await finishTurns(api, debate, 2);
  const turns = await turnsOf(owner.client, debate.id);
  await storeRecordings(
    api,
    turns.map((turn) => turn.id),
    30,
  );
  await api.sql(
    `UPDATE audio_cache SET sentences = '[{"text": "Speech 1", "startMs": 0, "endMs": 1000}]'`,
  );

  const visits = apis.map((each) => visit(each, debate.id));
  const everywhere = apis.map(({ origin }) => doorsOf(debate.id, origin).map(([path]) => path));
  for (let times = 0; times < 2; times += 1)
    expect(await Promise.all(visits.map((look) => look()))).toEqual(everywhere);

  const body = { isPublic: false };
  await owner.client.request("PATCH", `/api/debates/${debate.id}`, { body });
  expect(await Promise.all(visits.map((look) => look()))).toEqual([[], []]);
  expect(await keptPaths(api, debate.id)).toEqual([]);
});
