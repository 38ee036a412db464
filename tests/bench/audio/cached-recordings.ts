import { Agent, get } from "node:http";
import { ApiClient, registerWith, createDebateWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { computeMedians, percentile, measureAlternately } from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import type { BenchRow } from "../support/table.ts";

const LISTENERS = 16;
const ROUND_MS = 1000;
const ROUNDS = 11;
/** Size of a recording of about a minute of speech. */
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

interface ListenRound {
  perSecond: number;
  /** 95th percentile of the time to the first byte, in milliseconds. */
  p95: number;
}

const agent = new Agent({ keepAlive: true });

/** Reads a recording to its end. Returns the time to its first byte in milliseconds. */
const measureFirstByteMs = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const requestedAt = performance.now();
    get(url, { agent }, (response) => {
      let firstByteMs = 0;
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        firstByteMs ||= performance.now() - requestedAt;
        bytes += chunk.length;
      });
      response.once("end", () => {
        if (bytes === RECORDING_BYTES) resolve(firstByteMs);
        else reject(new Error(`${url} has ${bytes} bytes`));
      });
    }).once("error", reject);
  });

/** Measures listeners who request recordings without a pause. */
const measureListeners = async (url: string): Promise<ListenRound> => {
  const endsAt = performance.now() + ROUND_MS;
  const firstByteTimesMs: number[] = [];
  const keepListening = async () => {
    while (performance.now() < endsAt) firstByteTimesMs.push(await measureFirstByteMs(url));
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: LISTENERS }, keepListening));
  const perSecond = (firstByteTimesMs.length * 1000) / (performance.now() - startedAt);
  return { perSecond, p95: percentile(firstByteTimesMs, 0.95) };
};

const measure = async (backend: TestBackend): Promise<BenchRow[]> => {
  const variables = { LIMIT_AUDIO_PER_MINUTE: "100000000" };
  const stack = await startTestStack(backend, { workers: 0, variables });
  const bare = await startTestProcess("bench/bare-audio.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const user = new ApiClient(stack.origin);
    await registerWith(user);
    const { id } = await createDebateWith(user);
    const [turn] = await runSql<{ turnId: number }>(backend, ADD_RECORDING, [id, RECORDING_BYTES]);
    const path = `/api/tts/audio?turnId=${turn?.turnId}&version=1`;
    const measuredRounds = await measureAlternately(
      {
        ours: () => measureListeners(stack.origin + path),
        bare: () => measureListeners(`http://localhost:${bare.port}${path}`),
      },
      { rounds: ROUNDS },
    );
    return [
      {
        name: "Cached recordings of one minute each",
        unit: "recordings/s",
        ...computeMedians(measuredRounds, ({ perSecond }) => perSecond),
        budget: { atLeast: 0.95 },
      },
      {
        name: "Time to the first byte of a cached recording, p95",
        unit: "ms",
        ...computeMedians(measuredRounds, ({ p95 }) => p95),
        budget: { atMost: 1.2 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/**
 * Compares the API with a baseline: Express that sends the same bytes from memory. The API also
 * checks permissions, limits and versions.
 */
export const benchCachedRecordings = (): Promise<BenchRow[]> => runOnBackend("redis", measure);
