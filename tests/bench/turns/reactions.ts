import { setTimeout as pause } from "node:timers/promises";
import path from "node:path";
import {
  ApiClient,
  createDebateWith,
  registerWith,
  requestNextTurn,
} from "#tests/helpers/api-client.ts";
import { insertSignedInUsers } from "#tests/helpers/signed-in-users.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import { compareWithAllowed, type BenchRow } from "../support/table.ts";

const WATCHERS = 1000;
/** A sentence is shown for about this long, and every watcher reacts to each one. */
const SENTENCE_MS = 6000;
const SENTENCES = 3;
const ROUNDS = 3;
/** Allowed CPU time of the API process, in percent of one core. */
const ALLOWED_PERCENT = 15;
const REPORT_USAGE_FLAGS = ["--import", path.resolve("dist/bench/report-usage.js")];

const SPEECH = "Nine words about the topic, in a sentence. ".repeat(ROUNDS * SENTENCES + SENTENCES);

const measure = async (backend: TestBackend): Promise<BenchRow[]> => {
  const stack = await startTestStack(backend, {
    workers: 0,
    nodeFlags: REPORT_USAGE_FLAGS,
    variables: { LIMIT_SOCKETS_PER_ADDRESS: "1000000" },
  });
  const crowd = await startTestProcess("bench/reacting-crowd.js", [], {});
  try {
    const [server] = stack.apis;
    if (!server) throw new Error("the stack has no API");
    const user = new ApiClient(stack.origin);
    await registerWith(user);
    const { id: debateId } = await createDebateWith(user);
    const { id: turnId } = await requestNextTurn(user, debateId);
    await runSql(backend, "UPDATE turns SET status = 'complete', content = $2 WHERE id = $1", [
      turnId,
      SPEECH,
    ]);
    const cookies = await insertSignedInUsers(
      (statement, values) => runSql(backend, statement, values),
      WATCHERS,
    );
    await crowd.ask({ join: { origin: stack.origin, debateId, cookies } });
    const percents: number[] = [];
    // The first round, which is not counted, makes the reactions visible to all watchers.
    for (let round = 0; round <= ROUNDS; round++) {
      const cpuBefore = Number(await server.ask("cpu"));
      const startedAt = performance.now();
      for (let each = 0; each < SENTENCES; each++) {
        const sentence = round * SENTENCES + each;
        await crowd.ask({ react: { turnId, sentence, withinMs: SENTENCE_MS } });
      }
      await pause(1000);
      const share = (Number(await server.ask("cpu")) - cpuBefore) / (performance.now() - startedAt);
      if (round > 0) percents.push(100 * share);
    }
    return [
      {
        name: `Reactions of ${WATCHERS} watchers, one to each sentence, share of the API process, ${backend.name} (baseline: the limit)`,
        unit: "%",
        ...compareWithAllowed(percents, ALLOWED_PERCENT),
      },
    ];
  } finally {
    await crowd.kill("SIGKILL");
    await stack.stop();
  }
};

/** Measures what the reactions of many watchers cost the process that serves all of them. */
export const benchReactions = (name: TestBackend["name"]): Promise<BenchRow[]> =>
  runOnBackend(name, measure);
