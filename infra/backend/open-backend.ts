import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { Backend } from "./backend.ts";
import { openPostgresBackend } from "./postgres.ts";
import { openRedisBackend } from "./redis.ts";

/** The one place where the way to run is chosen: Redis if there is one, else PostgreSQL. */
export const openBackend = async (
  env: Pick<Env, "redisUrl"> & { databaseUrl: string },
  logger: Logger,
): Promise<Backend> =>
  env.redisUrl === undefined
    ? openPostgresBackend(env.databaseUrl, logger)
    : openRedisBackend(env.redisUrl, logger);
