import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { ApiClient, registerWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import {
  computeMedians,
  type OursAndBare,
  percentile,
  measureAlternately,
} from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { runSql } from "../support/run-sql.ts";
import type { BenchRow } from "../support/table.ts";

const USERS = 40;
const DEBATES_EACH = 4;
const ROUNDS = 7;
const BODY = JSON.stringify({ topic: "Should libraries open at night?", maxTurns: 10 });

/** SQL that gives each user enough credits for all rounds. */
const GIVE_CREDITS = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT id, 10000, 'admin', gen_random_uuid()::text FROM users`;

/** A user who starts debates over one connection. */
interface DebateCreator {
  url: string;
  headers: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: USERS });

/** Creates a debate. Returns the milliseconds until the response is complete. */
const postDebate = async ({ url, headers }: DebateCreator): Promise<number> => {
  const startedAt = performance.now();
  const response = await new Promise<NodeJS.ReadableStream & { statusCode?: number }>(
    (resolve, reject) =>
      request(url, {
        agent,
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
      })
        .on("response", resolve)
        .on("error", reject)
        .end(BODY),
  );
  const answer = await text(response);
  if (response.statusCode !== 201) throw new Error(`${url} answered ${answer}`);
  return performance.now() - startedAt;
};

/**
 * Returns the 95th percentile of the time to create a debate. All users create debates at the same
 * time, and each user creates one after the other.
 */
const measureP95 = async (creators: readonly DebateCreator[]): Promise<number> => {
  const times: number[] = [];
  const createDebates = async (creator: DebateCreator) => {
    for (let i = 0; i < DEBATES_EACH; i++) times.push(await postDebate(creator));
  };
  await Promise.all(creators.map(createDebates));
  return percentile(times, 0.95);
};

const measureBoth = async (backend: TestBackend): Promise<BenchRow[]> => {
  const variables = { LIMIT_REGISTER_PER_HOUR: "1000", LIMIT_CREATE_DEBATE_PER_MINUTE: "100000" };
  const stack = await startTestStack(backend, { workers: 0, variables });
  const bare = await startTestProcess("bench/bare-api.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const creators: OursAndBare<DebateCreator[]> = { ours: [], bare: [] };
    for (let user = 0; user < USERS; user++) {
      const client = new ApiClient(stack.origin);
      const { id } = await registerWith(client);
      const headers = { cookie: client.cookie, origin: stack.origin };
      creators.ours.push({ url: `${stack.origin}/api/debates`, headers });
      const url = `http://localhost:${bare.port}/by/${id}/api/debates`;
      creators.bare.push({ url, headers: {} });
    }
    await runSql(backend, GIVE_CREDITS);
    const times = await measureAlternately(
      { ours: () => measureP95(creators.ours), bare: () => measureP95(creators.bare) },
      { rounds: ROUNDS, warmUps: 2 },
    );
    return [
      {
        name: `Debates started by ${USERS} users at once, p95`,
        unit: "ms",
        ...computeMedians(times, (ms) => ms),
        budget: { atMost: 2 },
      },
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/**
 * Compares creating a debate with the baseline in `bare-api.ts`. Both charge for the debate in the
 * same transaction.
 */
export const benchCreateDebate = (): Promise<BenchRow[]> => runOnBackend("redis", measureBoth);
