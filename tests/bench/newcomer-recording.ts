import { ApiClient, nextTurn, register, registerUser, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { startProcess, startStack } from "../processes.ts";
import { watchDebate } from "../watcher.ts";
import { ROUNDS } from "./live-turns.ts";
import { onBackend } from "./on-backend.ts";
import { runSql } from "./run-sql.ts";
import { besideAllowed, type Row } from "./table.ts";

const DEBATES = 150;
const TURNS = 20;
const ALLOWED_MS = 10_000;
/** Those who come one after the other, while what was piled up is spoken. */
const NEWCOMERS = 3;

/** Debates of one user that are over, and that nobody has heard. */
const SPOKEN = `
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
const OPEN = `SELECT count(*)::int AS open FROM audio_cache WHERE status IN ('pending', 'running')`;

/** Milliseconds from the last word of somebody's first turn to its recording. */
const comeNew = async (origin: string): Promise<number> => {
  const user = await registerUser(origin);
  const { id } = await startDebate(user);
  const watcher = await watchDebate(origin, id, user.cookie);
  const heard = (name: "turn:completed" | "audio:ready") =>
    new Promise<number>((resolve) => watcher.socket.once(name, () => resolve(performance.now())));
  const times = Promise.all([heard("turn:completed"), heard("audio:ready")]);
  await nextTurn(user, id);
  const [completedAt, readyAt] = await times;
  watcher.close();
  return readyAt - completedAt;
};

const measure = async (backend: TestBackend): Promise<Row[]> => {
  const voice = await startProcess("bench/scripted-provider.js", [], {});
  const variables = {
    LIMIT_AUDIO_PER_MINUTE: "100000",
    TTS_API_KEY: "bench",
    TTS_BASE_URL: `http://127.0.0.1:${voice.port}/v1`,
  };
  const stack = await startStack(backend, { variables });
  try {
    await comeNew(stack.origin);
    const user = new ApiClient(stack.origin);
    const { id } = await register(user);
    const debates = await runSql<{ id: number }>(backend, SPOKEN, [id]);
    await Promise.all(debates.map((debate) => user.get(`/api/debates/${debate.id}/audio.mp3`)));
    const longest: number[] = [];
    while (longest.length < ROUNDS) {
      const waits: number[] = [];
      while (waits.length < NEWCOMERS) waits.push(await comeNew(stack.origin));
      longest.push(Math.max(...waits));
    }
    const [still] = await runSql<{ open: number }>(backend, OPEN);
    // Otherwise nobody came behind them.
    if (!still?.open) throw new Error("all recordings were made before the newcomers came");
    return [
      {
        name: `A newcomer's recording behind ${DEBATES * TURNS} of one user (beside what is allowed), ${backend.name}`,
        unit: "ms",
        ...besideAllowed(longest, ALLOWED_MS),
      },
    ];
  } finally {
    await stack.stop();
    await voice.kill("SIGKILL");
  }
};

/** How long one waits to hear a turn who comes while another has thousands of recordings made. */
export const newcomerRecording = (name: TestBackend["name"]): Promise<Row[]> =>
  onBackend(name, measure);
