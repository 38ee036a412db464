import { readFile } from "node:fs/promises";
import { Redis } from "ioredis";
import type { TestBackend } from "#tests/harness.ts";
import type { TestStack } from "#tests/helpers/test-stack.ts";
import { runSql } from "./run-sql.ts";

const OTHER_CONNECTIONS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/**
 * Returns the CPU time in milliseconds of each PostgreSQL process that serves this database. Reads
 * Linux's `/proc`.
 */
const measurePostgresCpu = async (backend: TestBackend): Promise<Map<number, number>> => {
  const connections = await runSql<{ pid: number }>(backend, OTHER_CONNECTIONS);
  const times = connections.map(async ({ pid }): Promise<[number, number]> => {
    const schedstat = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0");
    return [pid, Number(schedstat.split(" ")[0]) / 1e6];
  });
  return new Map(await Promise.all(times));
};

const measureRedisCpu = async ({ redis }: TestBackend): Promise<number> => {
  if (!redis) return 0;
  const client = new Redis(redis.url);
  const info = await client.info("cpu");
  client.disconnect();
  const seconds = [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)];
  return seconds.reduce((sum, [, each]) => sum + Number(each) * 1000, 0);
};

const measureProcessCpu = async ({ apis, workers }: TestStack): Promise<number> => {
  const times = await Promise.all([...apis, ...workers].map((each) => each.ask("cpu")));
  return times.reduce<number>((sum, each) => sum + Number(each), 0);
};

/**
 * Starts to measure the CPU time of APIs, workers, database connections and Redis. The returned
 * function returns the milliseconds since then. APIs and workers must have `report-usage`
 * preloaded.
 */
export const startCpuTimer = async (
  backend: TestBackend,
  stack: TestStack,
): Promise<() => Promise<number>> => {
  const before = await measurePostgresCpu(backend);
  const others = async () => (await measureProcessCpu(stack)) + (await measureRedisCpu(backend));
  const othersBefore = await others();
  return async () => {
    const otherCpuMs = (await others()) - othersBefore;
    const after = [...(await measurePostgresCpu(backend))];
    return after.reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), otherCpuMs);
  };
};
