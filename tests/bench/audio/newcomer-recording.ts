import {
  ApiClient,
  requestNextTurn,
  registerWith,
  registerUser,
  createDebateWith,
} from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { watchDebate } from "#tests/helpers/debate-watcher.ts";
import { ROUNDS } from "../turns/live-turns.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const DEBATES = 150;
const TURNS = 20;
const ALLOWED_MS = 10_000;
/**
 * Number of new users. They come one after the other, while the queued recordings are being made.
 */
const NEWCOMERS = 3;

/** SQL for a user's completed debates, which have no recordings. */
const INSERT_DEBATES_SQL = `
  WITH made AS (
    INSERT INTO debates (user_id, topic, format, bot_a_provider, bot_b_provider, max_turns, current_turn, status)
    SELECT $1, 'Debate ' || n, 'standard', 'openai', 'grok', ${TURNS}, ${TURNS}, 'completed'
      FROM generate_series(1, ${DEBATES}) n RETURNING id),
  said AS (
    INSERT INTO turns (debate_id, turn_number, role, type, content, status)
    SELECT id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal',
           'This is what was said in turn ' || n || ' of debate ' || id || '.', 'complete'
      FROM made, generate_series(1, ${TURNS}) n)
  SELECT id FROM made`;
const OPEN_RECORDINGS_SQL = `SELECT count(*)::int AS open FROM audio_cache WHERE status IN ('pending', 'running')`;

/** Returns the milliseconds from the last word of a new user's first turn to its recording. */
const measureNewcomerWait = async (origin: string): Promise<number> => {
  const user = await registerUser(origin);
  const { id } = await createDebateWith(user);
  const watcher = await watchDebate(origin, id, user.cookie);
  const waitForEvent = (name: "turn:completed" | "audio:ready") =>
    new Promise<number>((resolve) => watcher.socket.once(name, () => resolve(performance.now())));
  const times = Promise.all([waitForEvent("turn:completed"), waitForEvent("audio:ready")]);
  await requestNextTurn(user, id);
  const [completedAt, readyAt] = await times;
  watcher.close();
  return readyAt - completedAt;
};

const measure = async (backend: TestBackend): Promise<BenchRow[]> => {
  const voice = await startTestProcess("bench/scripted-provider.js", [], {});
  const variables = {
    LIMIT_AUDIO_PER_MINUTE: "100000",
    TTS_API_KEY: "bench",
    TTS_BASE_URL: `http://127.0.0.1:${voice.port}/v1`,
  };
  const stack = await startTestStack(backend, { variables });
  try {
    await measureNewcomerWait(stack.origin);
    const user = new ApiClient(stack.origin);
    const { id } = await registerWith(user);
    const debates = await runSql<{ id: number }>(backend, INSERT_DEBATES_SQL, [id]);
    await Promise.all(debates.map((debate) => user.get(`/api/debates/${debate.id}/audio.mp3`)));
    const longestWaits: number[] = [];
    while (longestWaits.length < ROUNDS) {
      const waits: number[] = [];
      while (waits.length < NEWCOMERS) waits.push(await measureNewcomerWait(stack.origin));
      longestWaits.push(Math.max(...waits));
    }
    const [remaining] = await runSql<{ open: number }>(backend, OPEN_RECORDINGS_SQL);
    // The measurement counts only if other recordings are still open now: then the new users'
    // recordings had others in front of them all the time.
    if (!remaining?.open) throw new Error("all recordings were made before the new users came");
    return [
      {
        name: `Recording of a new user behind ${DEBATES * TURNS} recordings of another user (baseline: the limit), ${backend.name}`,
        unit: "ms",
        ...compareWithAllowed(longestWaits, ALLOWED_MS),
      },
    ];
  } finally {
    await stack.stop();
    await voice.kill("SIGKILL");
  }
};

/** Measures how long a new user waits for a recording while another user has thousands in the queue. */
export const benchNewcomerRecording = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBackend(name, measure);
