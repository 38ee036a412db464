import { ApiClient, registerWith, createDebateWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { computeMedians, type OursAndBare, measureAlternately } from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import {
  type BenchReader,
  measureReadsPerSecond,
  requireSameResponses,
  getSessionId,
} from "../support/reader.ts";
import { runSql } from "../support/run-sql.ts";
import type { BenchRow } from "../support/table.ts";

const ROUNDS = 11;

/** SQL that finishes a debate with turns of a realistic length, all judged. */
const FINISH_DEBATE = `
  WITH finished AS (
    UPDATE debates SET status = 'completed', current_turn = max_turns,
           scores = '{"botA": 7, "botB": 7, "reasoning": "A close one."}'
     WHERE id = $1 RETURNING id, max_turns)
  INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, score, ruling,
                     feedback, judge, quotes, judging_status)
  SELECT id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'complete', 1,
         repeat('Nine words about the topic, in a sentence. ', 20), 7,
         'A fair point, argued soundly.', repeat('Well argued. ', 10),
         'grok', '["Nine words about the topic"]', 'complete'
    FROM finished, generate_series(1, max_turns) AS n`;

const measure = async (
  ours: BenchReader,
  bare: BenchReader,
  debate: string,
): Promise<OursAndBare> => {
  const paths = [debate, `${debate}/turns`];
  await requireSameResponses(ours, bare, paths);
  const reads = await measureAlternately(
    {
      ours: () => measureReadsPerSecond(ours, paths),
      bare: () => measureReadsPerSecond(bare, paths),
    },
    { rounds: ROUNDS },
  );
  return computeMedians(reads, (perSecond) => perSecond);
};

const measureBoth = async (backend: TestBackend): Promise<BenchRow[]> => {
  const stack = await startTestStack(backend, { workers: 0 });
  const bare = await startTestProcess("bench/bare-api.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const user = new ApiClient(stack.origin);
    await registerWith(user);
    const { id } = await createDebateWith(user, { maxTurns: 10 });
    await runSql(backend, FINISH_DEBATE, [id]);
    const debate = `/api/debates/${id}`;
    const ours = (cookie: string) => ({ origin: stack.origin, headers: { cookie } });
    const bareAs = (viewer: string) => ({
      origin: `http://localhost:${bare.port}/as/${viewer}`,
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
        name: "Debate and turns read by signed-in users",
        unit,
        ...(await measure(ours(user.cookie), bareAs(getSessionId(user)), debate)),
        budget: { atLeast: 0.95 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/**
 * Compares the endpoints that are read most with the baseline in `bare-api.ts`. The API also checks
 * permissions and sessions, sets headers and parses requests.
 */
export const benchReadDebate = (): Promise<BenchRow[]> => runOnBackend("redis", measureBoth);
