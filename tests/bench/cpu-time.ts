import { readFile } from "node:fs/promises";
import { Redis } from "ioredis";
import type { TestBackend } from "../harness.ts";
import type { Stack } from "../processes.ts";
import { runSql } from "./run-sql.ts";

const OTHER_CONNECTIONS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Milliseconds of CPU time by process of PostgreSQL that serves this database. Linux tells them. */
const ofPostgres = async (backend: TestBackend): Promise<Map<number, number>> => {
  const connections = await runSql<{ pid: number }>(backend, OTHER_CONNECTIONS);
  const times = connections.map(async ({ pid }): Promise<[number, number]> => {
    const ran = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0");
    return [pid, Number(ran.split(" ")[0]) / 1e6];
  });
  return new Map(await Promise.all(times));
};

const ofRedis = async ({ redis }: TestBackend): Promise<number> => {
  if (!redis) return 0;
  const client = new Redis(redis.url);
  const used = await client.info("cpu");
  client.disconnect();
  const seconds = [...used.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)];
  return seconds.reduce((sum, [, each]) => sum + Number(each) * 1000, 0);
};

const ofProcesses = async ({ apis, workers }: Stack): Promise<number> => {
  const times = await Promise.all([...apis, ...workers].map((each) => each.ask("cpu")));
  return times.reduce<number>((sum, each) => sum + Number(each), 0);
};

/**
 * What API, worker, database connections and Redis have used of the CPU since now, in milliseconds.
 * API and worker have to run with `report-usage`.
 */
export const startCpuTime = async (
  backend: TestBackend,
  stack: Stack,
): Promise<() => Promise<number>> => {
  const before = await ofPostgres(backend);
  const others = async () => (await ofProcesses(stack)) + (await ofRedis(backend));
  const othersBefore = await others();
  return async () => {
    const used = (await others()) - othersBefore;
    const after = [...(await ofPostgres(backend))];
    return after.reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), used);
  };
};
