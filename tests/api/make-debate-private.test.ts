import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { RenderedPage } from "#shared/contract/page.ts";
import { fetchTurns } from "../helpers/api-client.ts";
import { storeDisclosure, storeRecordings } from "../audio/recording-fixtures.ts";
import { createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startTestApi,
  type TestApi,
  testEnv,
} from "./test-api.ts";

const render = async (): Promise<RenderedPage> => ({ status: 200, head: "", body: "" });
const WEB = { clientDir: "/nowhere", template: "", render };

let database: TestDatabase;
let apis: readonly [TestApi, TestApi];
beforeAll(async () => {
  database = await createTestDatabase();
  const env = testEnv(database.url, { TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  apis = [await startTestApi(env, { web: WEB }), await startTestApi(env, { web: WEB })];
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await database.drop();
});

interface Shown {
  id: number;
  turnId: number;
}

const SPEECH_TEXT = "Speech 1";

/** Every public URL of a debate, and the text that identifies it in shared responses. */
const listPublicUrls = ({ id, turnId }: Shown, origin: string): [path: string, mark: string][] => {
  const address = encodeURIComponent(`${origin}/debate/${id}`);
  return [
    ["/feed.xml", `/feed/${id}.mp3`],
    [`/feed/${id}.mp3`, ""],
    ["/sitemap.xml", `/debate/${id}<`],
    [`/oembed?url=${address}`, ""],
    [`/embed/debate/${id}`, ""],
    [`/debate/${id}/picture.png`, ""],
    [`/debate/${id}/picture.png?moment=1.1-1.1`, ""],
    [`/api/debates/${id}/moment?moment=1.1-1.1`, SPEECH_TEXT],
    [`/api/debates/${id}/moment.mp3?moment=1.1-1.1`, ""],
    [`/api/tts/audio?turnId=${turnId}`, ""],
    [`/api/tts/sentences?turnId=${turnId}`, ""],
    [`/api/debates/${id}`, ""],
    [`/api/debates/${id}/turns`, SPEECH_TEXT],
    [`/api/debates/${id}/live`, ""],
    ["/api/debates/public", `"id":${id},`],
  ];
};

/** Whether caches must revalidate the response. */
const isAskedAgain = (headers: Headers): boolean =>
  /no-cache|no-store/.test(headers.get("cache-control") ?? "");

/** URLs whose response shared caches may keep. */
const keptPaths = async (api: TestApi, shown: Shown): Promise<string[]> => {
  const kept = [];
  for (const [path] of listPublicUrls(shown, api.origin)) {
    const { headers } = await api.visitor().get(path);
    if (!isAskedAgain(headers)) kept.push(path);
  }
  return kept;
};

/** Requests all URLs with ETags, like a cache, and returns those that still show the debate. */
const createVisit = (api: TestApi, debate: Shown) => {
  const etags = new Map<string, string>();
  return async (): Promise<string[]> => {
    const shown = [];
    for (const [path, mark] of listPublicUrls(debate, api.origin)) {
      const kept = etags.get(path);
      const headers = kept === undefined ? {} : { "if-none-match": kept };
      const { status, text, headers: responseHeaders } = await api.visitor().get(path, { headers });
      etags.set(path, responseHeaders.get("etag") ?? "");
      const isShown = status === 304 || (status === 200 && text.includes(mark));
      if (isShown)
        shown.push(
          isAskedAgain(responseHeaders) ? path : `${path}, and kept by whoever is on the way`,
        );
    }
    return shown;
  };
};

/** A public debate of two recorded turns, which both APIs have shown at every URL. */
const shownDebate = async () => {
  const [api] = apis;
  const owner = await api.person();
  const { id } = await createPaidDebate(api, owner, { maxTurns: 2 });
  await insertFinishedTurns(api, { id }, 2);
  const turns = await fetchTurns(owner.client, id);
  await storeRecordings(
    api,
    turns.map((turn) => turn.id),
    30,
  );
  await api.sql(
    `UPDATE audio_cache SET sentences = '[{"text": "Speech 1", "startMs": 0, "endMs": 1000}]'`,
  );
  const debate = { id, turnId: turns[0]?.id ?? 0 };
  const visits = apis.map((testApi) => createVisit(testApi, debate));
  const visitAll = () => Promise.all(visits.map((visitAgain) => visitAgain()));
  for (let times = 0; times < 2; times += 1)
    expect(await visitAll()).toEqual(
      apis.map(({ origin }) => listPublicUrls(debate, origin).map(([path]) => path)),
    );
  return { owner, debate, visitAll };
};

it("a private debate is visible at no URL of any API, and its 404 responses are not cached", async () => {
  const [api] = apis;
  const { owner, debate, visitAll } = await shownDebate();
  const body = { isPublic: false };
  await owner.client.request("PATCH", `/api/debates/${debate.id}`, { body });
  expect(await visitAll()).toEqual([[], []]);
  expect(await keptPaths(api, debate)).toEqual([]);
});

const SHARED_PATHS_PATTERN = /^\/(feed|sitemap|oembed|embed|debate)/;
const TURN_PATHS_PATTERN = /feed|tts|moment|turns$/;

/** These changes are made only in the database. No process gets an event. */
it.each<[change: string, statement: string, isGone: (path: string) => boolean]>([
  ["made private", "UPDATE debates SET is_public = false WHERE id = $1", () => true],
  ["deleted", "DELETE FROM debates WHERE id = $1", () => true],
  [
    "no longer shared",
    "UPDATE debates SET share_enabled = false WHERE id = $1",
    (path) => SHARED_PATHS_PATTERN.test(path),
  ],
  [
    "unlisted",
    "UPDATE debates SET is_unlisted = true WHERE id = $1",
    (path) => SHARED_PATHS_PATTERN.test(path) || path === "/api/debates/public",
  ],
  [
    "left with a hidden turn",
    "UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 1",
    (path) => TURN_PATHS_PATTERN.test(path),
  ],
])(
  "a debate that is %s is hidden where it must be from the next request on, at any API",
  async (_change, statement, isGone) => {
    const { debate, visitAll } = await shownDebate();
    await apis[0].sql(statement, [debate.id]);
    expect(await visitAll()).toEqual(
      apis.map(({ origin }) =>
        listPublicUrls(debate, origin)
          .map(([path]) => path)
          .filter((path) => !isGone(path)),
      ),
    );
  },
);

it("the room of a debate refuses visitors once it is private, at every API", async () => {
  const { debate } = await shownDebate();
  const join = async () => {
    const watchers = await Promise.all(
      apis.map(({ origin }) => watchDebate(origin, debate.id, undefined)),
    );
    for (const watcher of watchers) watcher.close();
    return watchers.map(({ joined }) => joined.ok);
  };
  expect(await join()).toEqual([true, true]);
  await apis[0].sql("UPDATE debates SET is_public = false WHERE id = $1", [debate.id]);
  expect(await join()).toEqual([false, false]);
});

/** Larger than the network's buffers, so that sending stops if the client stops reading. */
const LONG_RECORDING_BYTES = 150_000;

const downloadPath = (id: number) => `/api/debates/${id}/audio.mp3`;
const feedPath = (id: number) => `/feed/${id}.mp3`;

it.each([
  ["made private", "UPDATE debates SET is_public = false WHERE id = $1", [downloadPath, feedPath]],
  [
    "left with a hidden turn",
    "UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 2",
    [downloadPath, feedPath],
  ],
  ["no longer shared", "UPDATE debates SET share_enabled = false WHERE id = $1", [feedPath]],
  ["unlisted", "UPDATE debates SET is_unlisted = true WHERE id = $1", [feedPath]],
])("a file that is being sent ends when its debate is %s", async (_change, statement, paths) => {
  const [api] = apis;
  const { owner, debate } = await shownDebate();
  const turns = await fetchTurns(owner.client, debate.id);
  await storeRecordings(
    api,
    turns.map((turn) => turn.id),
    LONG_RECORDING_BYTES,
  );
  await storeDisclosure(api);
  const other = await api.person();
  for (const pathOf of paths) {
    const answer = await fetch(api.origin + pathOf(debate.id), {
      headers: { cookie: other.client.cookie },
    });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await api.sql(statement, [debate.id]);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow("terminated");
    await api.sql("UPDATE debates SET is_public = true WHERE id = $1", [debate.id]);
    await api.sql("UPDATE turns SET is_hidden = false WHERE debate_id = $1", [debate.id]);
  }
});

/** One minute, longer than the test listens. */
const MINUTE_MS = 60_000;
const MINUTE_FRAMES = Math.ceil(MINUTE_MS / 36);
/** A byte that occurs only in the stored speech. */
const SPOKEN_BYTE = 0x55;

const listen = async (origin: string, debateId: number) => {
  const request = get(`${origin}/api/debates/${debateId}/live.mp3`, { agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const received = { bytes: 0, spoken: 0 };
  answer.on("data", (chunk: Buffer) => {
    received.bytes += chunk.length;
    received.spoken += chunk.filter((byte) => byte === SPOKEN_BYTE).length;
  });
  answer.on("error", () => undefined);
  const ended = new Promise((resolve) => answer.on("close", resolve));
  return { received, ended, disconnect: () => request.destroy() };
};

it.each([
  ["is made private", "UPDATE debates SET is_public = false WHERE id = $1", true],
  [
    "has its spoken turn hidden",
    "UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 1",
    false,
  ],
])(
  "the live stream of a debate sends nothing more of it once it %s, from any API",
  async (_change, statement, isOver) => {
    const [api] = apis;
    const owner = await api.person();
    const { id } = await createPaidDebate(api, owner, { maxTurns: 4 });
    await insertFinishedTurns(api, { id }, 1);
    const turns = await fetchTurns(owner.client, id);
    await storeRecordings(
      api,
      turns.map((turn) => turn.id),
      MINUTE_FRAMES,
    );
    await api.sql(
      `UPDATE audio_cache a SET turn_attempt = t.attempt,
              sentences = jsonb_build_array(jsonb_build_object('text', 'S', 'startMs', 0, 'endMs', $2::int)),
              spoken = jsonb_build_array(jsonb_build_object('hash', 'h', 'ms', $2::int,
                'at', extract(epoch FROM clock_timestamp()) * 1000))
         FROM turns t WHERE t.id = a.turn_id AND t.debate_id = $1`,
      [id, MINUTE_MS],
    );
    const listeners = await Promise.all(apis.map(({ origin }) => listen(origin, id)));
    await waitUntil(() => listeners.every(({ received }) => received.spoken > 0));
    await api.sql(statement, [id]);
    // Audio sent before the change may still arrive.
    const spoken = listeners.map(({ received }) => received.spoken);
    if (isOver) await Promise.all(listeners.map(({ ended }) => ended));
    else {
      const bytes = listeners.map(({ received }) => received.bytes);
      // Waits for 20,000 more bytes, which is 3.3 s of audio. Speech of that length would fail the
      // assertion below; silence does not.
      await waitUntil(() =>
        listeners.every(({ received }, n) => received.bytes > (bytes[n] ?? 0) + 20_000),
      );
    }
    for (const [n, { received, disconnect }] of listeners.entries()) {
      // At most one chunk of 400 ms (6 bytes per ms) was still being sent.
      expect(received.spoken - (spoken[n] ?? 0)).toBeLessThan(2500);
      disconnect();
    }
  },
);
