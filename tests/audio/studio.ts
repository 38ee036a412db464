import type { Logger } from "#infra/logger.ts";
import {
  type StandinOptions,
  type Standins,
  startStandins,
} from "#infra/standins/start-standins.ts";
import { type RunningWorker, startWorker } from "#worker/start-worker.ts";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { ApiClient } from "../api-client.ts";
import { turnsOf } from "../api-client.ts";
import {
  finishTurns,
  GENEROUS,
  newDebate,
  type Person,
  startTestApi,
  type TestApi,
} from "../api/test-api.ts";
import { openBystanders } from "../bystanders.ts";
import { modelAddresses, PATIENCE_MS, type TestBackend, testLogger, until } from "../harness.ts";
import { hurriedVoice } from "../hurried-voice.ts";

export const SPEECH =
  "**Streets** belong to people. Cars take them away, and give *nothing* back! Shall we go on?";

/** API, worker and fake voice in this process, with a user who owns a debate. */
export interface Studio {
  api: TestApi;
  standins: Standins;
  owner: Person;
  startWorker(logger?: Logger): Promise<RunningWorker>;
  /** Creates a debate whose first turns are complete with the text `SPEECH`. */
  written(
    count: number,
    input?: Record<string, unknown>,
  ): Promise<{ debate: Debate; turns: Turn[] }>;
  spoken(): number;
  close(): Promise<void>;
}

export const audioPath = (turnId: number, more = ""): string =>
  `/api/tts/audio?turnId=${turnId}${more}`;

export interface SoundAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  message: string | undefined;
}

/** Requests bytes. On an error, returns its message instead. */
export const fetchSound = async (
  client: ApiClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<SoundAnswer> => {
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

/** Loads the voice's threads in advance, so that no test times out because of that. */
const warmUp = async ({ ttsBaseUrl, requests }: Standins): Promise<void> => {
  const headers = { authorization: "Bearer any" };
  const body = JSON.stringify({ model: "any", voice: "alloy", input: "One, two." });
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      await (await fetch(`${ttsBaseUrl}/audio/speech`, { method: "POST", headers, body })).blob();
    }),
  );
  requests.clear();
};

export const openStudio = async (
  backend: TestBackend,
  variables: Record<string, string> = {},
  patience = { firstByteMs: PATIENCE_MS, silenceMs: PATIENCE_MS, totalMs: 2 * PATIENCE_MS },
  voice: Pick<StandinOptions, "speechSpeed" | "pool"> = hurriedVoice(),
): Promise<Studio> => {
  const standins = await startStandins({
    firstTokenMs: 5,
    tokensPerSecond: 2000,
    ...voice,
  });
  const env = backend.env({
    ...GENEROUS,
    ...modelAddresses((id) => standins.baseUrls[id]),
    TTS_BASE_URL: standins.ttsBaseUrl,
    ...variables,
  });
  await warmUp(standins);
  const api = await startTestApi(env);
  const bystanders = await openBystanders(api.sql, "UPDATE debates SET is_public = false");
  const owner = await api.person();
  const workers: RunningWorker[] = [];
  const concurrency = new Map([
    ["turns", 5],
    ["judging", 5],
    ["speech", 5],
  ] as const);
  return {
    api,
    standins,
    owner,
    async startWorker(logger = testLogger) {
      const worker = await startWorker({
        env,
        logger,
        concurrency,
        graceMs: 0,
        patience,
      });
      workers.push(worker);
      return worker;
    },
    async written(count, input = {}) {
      const debate = await newDebate(api, owner, { maxTurns: 10, ...input });
      await finishTurns(api, debate, count);
      await api.sql("UPDATE turns SET content = $2 WHERE debate_id = $1", [debate.id, SPEECH]);
      return { debate, turns: await turnsOf(owner.client, debate.id) };
    },
    spoken: () => standins.requests.all({ kind: "speech" }).length,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      try {
        await bystanders.expectUntouched();
      } finally {
        await api.close();
        await standins.close();
      }
    },
  };
};

/** Waits until the turn's recording has this state and returns the turn as its readers see it. */
export const voicedAs = (
  client: ApiClient,
  { debateId, id }: Pick<Turn, "debateId" | "id">,
  status: Turn["audio"]["status"],
): Promise<Turn> =>
  until(
    async () => {
      const turn = (await turnsOf(client, debateId)).find((each) => each.id === id);
      return turn?.audio.status === status && turn;
    },
    { what: `turn ${id}'s audio being ${status}` },
  );
