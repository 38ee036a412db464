import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { Backend } from "./backend.ts";

export const openBackend = async (
  env: Pick<Env, "redisUrl"> & { databaseUrl: string },
  logger: Pick<Logger, "warn">,
): Promise<Backend> =>
  env.redisUrl === undefined
    ? (await import("./postgres-backend.ts")).openPostgresBackend(env.databaseUrl, logger)
    : (await import("./redis-backend.ts")).openRedisBackend(env.redisUrl, logger);
