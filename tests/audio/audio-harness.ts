import type { Logger } from "#infra/logger.ts";
import { type FakeOptions, type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { type RunningWorker, startWorker } from "#worker/start-worker.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { fetchTurns } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  UNLIMITED_VARIABLES,
  createPaidDebate,
  type TestUser,
  startTestApi,
  type TestApi,
} from "../api/test-api.ts";
import { seedOtherTenant } from "../helpers/tenant-isolation.ts";
import {
  buildModelUrlVariables,
  TEST_TIMEOUT_MS,
  type TestBackend,
  testLogger,
  waitUntil,
} from "../harness.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";

export const SPEECH_TEXT =
  "**Streets** belong to people. Cars take them away, and give *nothing* back! Shall we go on?";

/** API, worker and fake voice in this process, with a user who owns a debate. */
export interface AudioHarness {
  api: TestApi;
  fakes: FakeServers;
  owner: TestUser;
  startWorker(logger?: Logger): Promise<RunningWorker>;
  /** Creates a debate whose first turns are complete with the text `SPEECH_TEXT`. */
  written(
    count: number,
    input?: Record<string, unknown>,
  ): Promise<{ debate: Debate; turns: Turn[] }>;
  spoken(): number;
  close(): Promise<void>;
}

export const getAudioPath = (turnId: number, more = ""): string =>
  `/api/tts/audio?turnId=${turnId}${more}`;

export interface AudioResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  message: string | undefined;
}

/** Requests bytes. On an error, returns its message instead. */
export const fetchAudio = async (
  client: ApiClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<AudioResponse> => {
  const answer = await fetch(client.origin + path, {
    headers: { ...(client.cookie && { cookie: client.cookie }), ...client.headers, ...headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  const message = isJson
    ? (JSON.parse(bytes.toString()) as { message: string }).message
    : undefined;
  return { status: answer.status, headers: answer.headers, bytes, message };
};

/** Starts the fake voice's threads in advance, so that no test has to wait for them. */
const warmUpVoice = async ({ ttsBaseUrl, requests }: FakeServers): Promise<void> => {
  const headers = { authorization: "Bearer any" };
  const body = JSON.stringify({ model: "any", voice: "alloy", input: "One, two." });
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      await (await fetch(`${ttsBaseUrl}/audio/speech`, { method: "POST", headers, body })).blob();
    }),
  );
  requests.clear();
};

export const startAudioHarness = async (
  backend: TestBackend,
  variables: Record<string, string> = {},
  providerTimeouts = {
    firstByteMs: TEST_TIMEOUT_MS,
    silenceMs: TEST_TIMEOUT_MS,
    totalMs: 2 * TEST_TIMEOUT_MS,
  },
  voice: Pick<FakeOptions, "speechSpeed" | "pool"> = createFastFakeVoice(),
): Promise<AudioHarness> => {
  const fakes = await startFakes({
    firstTokenMs: 5,
    tokensPerSecond: 2000,
    ...voice,
  });
  const env = backend.env({
    ...UNLIMITED_VARIABLES,
    ...buildModelUrlVariables((id) => fakes.baseUrls[id]),
    TTS_BASE_URL: fakes.ttsBaseUrl,
    ...variables,
  });
  await warmUpVoice(fakes);
  const api = await startTestApi(env);
  const bystanders = await seedOtherTenant(api.sql, "UPDATE debates SET is_public = false");
  const owner = await api.person();
  const workers: RunningWorker[] = [];
  const concurrency = new Map([
    ["turns", 5],
    ["judging", 5],
    ["speech", 5],
  ] as const);
  return {
    api,
    fakes,
    owner,
    async startWorker(logger = testLogger) {
      const worker = await startWorker({
        env,
        logger,
        concurrency,
        graceMs: 0,
        providerTimeouts,
      });
      workers.push(worker);
      return worker;
    },
    async written(count, input = {}) {
      const debate = await createPaidDebate(api, owner, { maxTurns: 10, ...input });
      await insertFinishedTurns(api, debate, count);
      await api.sql("UPDATE turns SET content = $2 WHERE debate_id = $1", [debate.id, SPEECH_TEXT]);
      return { debate, turns: await fetchTurns(owner.client, debate.id) };
    },
    spoken: () => fakes.requests.all({ kind: "speech" }).length,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      try {
        await bystanders.expectUntouched();
      } finally {
        await api.close();
        await fakes.close();
      }
    },
  };
};

/** Waits until the turn's recording has this state and returns the turn as its readers see it. */
export const waitForAudioStatus = (
  client: ApiClient,
  { debateId, id }: Pick<Turn, "debateId" | "id">,
  status: Turn["audio"]["status"],
): Promise<Turn> =>
  waitUntil(
    async () => {
      const turn = (await fetchTurns(client, debateId)).find((each) => each.id === id);
      return turn?.audio.status === status && turn;
    },
    { what: `turn ${id}'s audio being ${status}` },
  );
