import { ApiClient, register, startDebate } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { startProcess, startStack } from "../processes.ts";
import { medians, type Pair, takeTurns } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import { type Reader, readsPerSecond, requireSameAnswers, sessionOf } from "./reader.ts";
import { runSql } from "./run-sql.ts";
import type { Row } from "./table.ts";

const ROUNDS = 11;

/** Turns as long as real ones, all judged. */
const FINISH_DEBATE = `
  WITH finished AS (
    UPDATE debates SET status = 'completed', current_turn = max_turns,
           scores = '{"botA": 7, "botB": 7, "reasoning": "A close one."}'
     WHERE id = $1 RETURNING id, max_turns)
  INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, score, feedback,
                     judge, quotes, judging_status)
  SELECT id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'complete', 1,
         repeat('Nine words about the topic, in a sentence. ', 20), 7, repeat('Well argued. ', 10),
         'grok', '["Nine words about the topic"]', 'complete'
    FROM finished, generate_series(1, max_turns) AS n`;

const measure = async (ours: Reader, bare: Reader, debate: string): Promise<Pair> => {
  const paths = [debate, `${debate}/turns`];
  await requireSameAnswers(ours, bare, paths);
  const reads = await takeTurns(
    {
      ours: () => readsPerSecond(ours, paths),
      bare: () => readsPerSecond(bare, paths),
    },
    { rounds: ROUNDS },
  );
  return medians(reads, (perSecond) => perSecond);
};

const measureBoth = async (backend: TestBackend): Promise<Row[]> => {
  const stack = await startStack(backend, { workers: 0 });
  const bare = await startProcess("bench/bare-api.js", [], { DATABASE_URL: backend.database.url });
  try {
    const user = new ApiClient(stack.origin);
    await register(user);
    const { id } = await startDebate(user, { maxTurns: 10 });
    await runSql(backend, FINISH_DEBATE, [id]);
    const debate = `/api/debates/${id}`;
    const ours = (cookie: string) => ({ origin: stack.origin, headers: { cookie } });
    const bareAs = (who: string) => ({
      origin: `http://localhost:${bare.port}/as/${who}`,
      headers: {},
    });
    const unit = "reads/s";
    return [
      {
        name: "Debate and turns read by visitors",
        unit,
        ...(await measure(ours(""), bareAs("visitor"), debate)),
        budget: { atLeast: 0.95 },
      },
      {
        name: "The same, signed in",
        unit,
        ...(await measure(ours(user.cookie), bareAs(sessionOf(user)), debate)),
        budget: { atLeast: 0.95 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** What the product's doors (rights, sessions, headers, parsing) cost on the most read endpoints. */
export const readDebate = (): Promise<Row[]> => onBackend("redis", measureBoth);
