import { Agent, get } from "node:http";
import { ApiClient, register, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { startProcess, startStack } from "../processes.ts";
import { medians, percentile, takeTurns } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import { runSql } from "./run-sql.ts";
import type { Row } from "./table.ts";

const LISTENERS = 16;
const ROUND_MS = 1000;
const ROUNDS = 11;
/** About a minute of speech. */
const RECORDING_BYTES = 360_000;

const ADD_RECORDING = `
  WITH turn AS (
    INSERT INTO turns (debate_id, turn_number, role, type, status, content)
    VALUES ($1, 1, 'bot_a', 'opening', 'complete', 'A recorded speech.') RETURNING id)
  INSERT INTO audio_cache
         (turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
  SELECT id, 'openai', 'bench', 'complete', 1, decode(repeat('fff368c4', $2::int / 4), 'hex'),
         'bench', 60000
    FROM turn RETURNING turn_id AS "turnId"`;

interface Listened {
  perSecond: number;
  /** Of the times to the first byte, in milliseconds. */
  p95: number;
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds to the first byte of a recording, which is heard to its end. */
const listen = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const askedAt = performance.now();
    get(url, { agent }, (response) => {
      let waited = 0;
      let bytes = 0;
      response.on("data", (slice: Buffer) => {
        waited ||= performance.now() - askedAt;
        bytes += slice.length;
      });
      response.once("end", () => {
        if (bytes === RECORDING_BYTES) resolve(waited);
        else reject(new Error(`${url} has ${bytes} bytes`));
      });
    }).once("error", reject);
  });

/** Listeners that never rest. */
const crowd = async (url: string): Promise<Listened> => {
  const until = performance.now() + ROUND_MS;
  const waited: number[] = [];
  const keepListening = async () => {
    while (performance.now() < until) waited.push(await listen(url));
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: LISTENERS }, keepListening));
  const perSecond = (waited.length * 1000) / (performance.now() - startedAt);
  return { perSecond, p95: percentile(waited, 0.95) };
};

const measure = async (backend: TestBackend): Promise<Row[]> => {
  const variables = { LIMIT_AUDIO_PER_MINUTE: "100000000" };
  const stack = await startStack(backend, { workers: 0, variables });
  const bare = await startProcess("bench/bare-audio.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const user = new ApiClient(stack.origin);
    await register(user);
    const { id } = await startDebate(user);
    const [turn] = await runSql<{ turnId: number }>(backend, ADD_RECORDING, [id, RECORDING_BYTES]);
    const path = `/api/tts/audio?turnId=${turn?.turnId}&version=1`;
    const listened = await takeTurns(
      {
        ours: () => crowd(stack.origin + path),
        bare: () => crowd(`http://localhost:${bare.port}${path}`),
      },
      { rounds: ROUNDS },
    );
    return [
      {
        name: "Cached recordings of a minute",
        unit: "recordings/s",
        ...medians(listened, ({ perSecond }) => perSecond),
        budget: { atLeast: 0.95 },
      },
      {
        name: "Their first byte, p95",
        unit: "ms",
        ...medians(listened, ({ p95 }) => p95),
        budget: { atMost: 1.2 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** What rights, limits and versions cost beside bare Express with the same bytes in memory. */
export const cachedAudio = (): Promise<Row[]> => onBackend("redis", measure);
