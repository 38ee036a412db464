import { isNativeError } from "node:util/types";
import type { Redis } from "ioredis";
import type { Logger } from "../logger.ts";

/**
 * Key of the test writes. It starts like the keys of rate limits, so Redis' access rules already
 * allow it.
 */
export const PROBE_KEY = "limit:probe";
/** The oldest version that BullMQ supports. */
const MIN_MAJOR_VERSION = 5;

/**
 * Connection errors that only an operator can fix, by code or message, with the advice for the
 * operator.
 */
const CONNECT_ADVICE: [pattern: RegExp, advice: string][] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/,
    "The CA of Redis' certificate is not known. Set NODE_EXTRA_CA_CERTS, or ssl_ca_certs in REDIS_URL, to a file with " +
      "the provider's CA, or encrypt without verifying with ssl_cert_reqs=none.",
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    "Redis' certificate is for another host name. Use that name in REDIS_URL, or ssl_cert_reqs=none.",
  ],
  [/WRONGPASS|NOAUTH/, "Redis refuses the user or the password of REDIS_URL or REDIS_PASSWORD."],
];

const CLUSTER_ADVICE =
  "REDIS_URL leads to a Redis in cluster mode, in which jobs cannot run. Use one with cluster mode off, or none.";

const COMMAND_ADVICE: [pattern: RegExp, advice: string][] = [
  [
    /NOPERM/,
    "The user of REDIS_URL lacks permissions. Allow it all commands, keys and channels: ACL SETUSER <name> +@all ~* &*.",
  ],
  [/CROSSSLOT|MOVED|CLUSTERDOWN/, CLUSTER_ADVICE],
];

const findAdvice = (table: [RegExp, string][], err: unknown): Error | undefined => {
  if (!isNativeError(err)) return undefined;
  const text = `${"code" in err ? String(err.code) : ""} ${err.message}`;
  const advice = table.find(([pattern]) => pattern.test(text))?.[1];
  return advice === undefined ? undefined : new Error(`${advice} (${err.message})`, { cause: err });
};

/**
 * Resolves when Redis is connected. Rejects, with a message for the operator, at an error that
 * waiting cannot fix.
 */
export const waitUntilConnected = (redis: Redis): Promise<void> =>
  new Promise((resolve, reject) => {
    redis.once("ready", resolve).on("error", (err) => {
      const advice = findAdvice(CONNECT_ADVICE, err);
      if (advice) reject(advice);
    });
  });

const readField = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];

/** Throws, with a message for the operator, if the Redis with this INFO is too old. */
export const assertSupportedVersion = (info: string): void => {
  const version = readField(info, "redis_version") ?? "";
  if (Number.parseInt(version, 10) < MIN_MAJOR_VERSION)
    throw new Error(`REDIS_URL leads to Redis ${version}. Use ${MIN_MAJOR_VERSION}.0 or newer.`);
};

/**
 * Sends one command of each kind that the queue, the sockets and the rate limits use. The keys
 * begin like theirs, so Redis' access rules treat both alike.
 */
const tryCommands = (redis: Redis): Promise<unknown>[] => [
  // A cluster would store the two keys on different nodes and refuse the command.
  redis.eval("return 1", 2, "bull:probe", PROBE_KEY),
  redis.set(PROBE_KEY, "1", "EX", 1),
  redis.xread("COUNT", 1, "STREAMS", "socket.io", "$"),
  redis.xtrim("socket.io", "MAXLEN", Number.MAX_SAFE_INTEGER),
  redis.publish("socket.io#probe", ""),
];

/**
 * Throws, with a message for the operator, if the product cannot work with this Redis: cluster
 * mode, an old version, missing permissions. Other errors are ignored, because Redis may be down or
 * a replica for a while.
 */
export const assertRedisUsable = async (
  redis: Redis,
  logger: Pick<Logger, "warn">,
): Promise<void> => {
  // The Redis user may lack the permission for INFO, which the product does not need.
  const info = await redis.info().catch(() => "");
  assertSupportedVersion(info);
  const results = await Promise.allSettled(tryCommands(redis));
  for (const result of results) {
    const advice = result.status === "rejected" && findAdvice(COMMAND_ADVICE, result.reason);
    if (advice) throw advice;
  }
  const policy = readField(info, "maxmemory_policy") ?? "noeviction";
  if (policy !== "noeviction") logger.warn({ policy }, "redis.may_evict");
};
