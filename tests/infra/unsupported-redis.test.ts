import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Redis } from "ioredis";
import { assertSupportedVersion } from "#infra/backend/assert-redis-usable.ts";
import { openRedisBackend } from "#infra/backend/redis-backend.ts";
import { readEnv } from "#infra/env.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { createTestCertificates, type TestCertificates } from "../helpers/test-certificates.ts";
import { testLogger, waitUntil } from "../harness.ts";
import { describeWithRedisServer, startRedisServer, type TestRedis } from "../setup/redis.ts";
import { describeWith } from "../setup/server-programs.ts";

const opening = async (address: string, logger = testLogger) => {
  const { redisUrl = "" } = readEnv({ REDIS_URL: address });
  const backend = await openRedisBackend(redisUrl, logger);
  try {
    await backend.ping();
    await backend.limiter({ name: "test", points: 1, seconds: 1 }).get("key");
  } finally {
    await backend.close();
  }
};

const runOn = async (redis: TestRedis, ...commands: string[]): Promise<void> => {
  const client = new Redis(redis.url);
  for (const command of commands) {
    const [name = "", ...args] = command.split(" ");
    await client.call(name, ...args);
  }
  client.disconnect();
};

describeWithRedisServer("a Redis", () => {
  let redis: TestRedis;
  afterEach(() => redis.stop());

  describe("in cluster mode", () => {
    const CLUSTER_ADVICE =
      "in cluster mode, in which jobs cannot run. Use one with cluster mode off";
    let dir: string;
    beforeEach(async () => {
      dir = await mkdtemp(path.join(tmpdir(), "debate-redis-"));
      redis = await startRedisServer(() => ["--cluster-enabled", "yes", "--dir", dir]);
    });
    afterEach(() => rm(dir, { recursive: true }));
    const serveAllSlots = async () => {
      const client = new Redis(redis.url);
      await client.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      await waitUntil(async () =>
        String(await client.call("CLUSTER", "INFO")).includes("state:ok"),
      );
      client.disconnect();
    };

    it("is refused at the start, with what to do", async () => {
      await expect(opening(redis.url)).rejects.toThrow(CLUSTER_ADVICE);
      await serveAllSlots();
      await expect(opening(redis.url)).rejects.toThrow(CLUSTER_ADVICE);
    });

    it("is recognized without the permission for INFO", async () => {
      await serveAllSlots();
      await runOn(redis, "ACL SETUSER default -info");
      await expect(opening(redis.url)).rejects.toThrow(CLUSTER_ADVICE);
    });
  });

  describe("with users", () => {
    const open = async (rules: string) => {
      redis = await startRedisServer();
      await runOn(redis, `ACL SETUSER weak on >secret ~* &* +@all ${rules}`);
      await opening(redis.url.replace("//", "//weak:secret@"));
    };

    it.each(["-eval", "-@scripting", "resetkeys ~bull:*", "resetkeys ~limit:*", "resetchannels"])(
      "that lack a permission (%s) is refused at the start, with what to do",
      (rules) => expect(open(rules)).rejects.toThrow("ACL SETUSER <name> +@all ~* &*"),
    );

    it.each(["-xread", "-xtrim", "-publish"])("that lack a command (%s) is refused", (rules) =>
      expect(open(rules)).rejects.toThrow("lacks permissions"),
    );

    it("that may not read INFO is accepted", () => expect(open("-info")).resolves.toBeUndefined());

    it("refuses a wrong password at the start", async () => {
      redis = await startRedisServer(() => ["--requirepass", "secret"]);
      const sentence = "Redis refuses the user or the password";
      await expect(opening(redis.url)).rejects.toThrow(sentence);
      await expect(opening(redis.url.replace("//", "//:wrong@"))).rejects.toThrow(sentence);
      await opening(redis.url.replace("//", "//:secret@"));
    });
  });

  it("that may evict jobs is accepted with a warning", async () => {
    redis = await startRedisServer(() => ["--maxmemory-policy", "allkeys-lru"]);
    const { logger, lines } = createMemoryLogger();
    await opening(redis.url, logger);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "redis.may_evict", policy: "allkeys-lru" }),
    );
  });
});

describeWith("openssl")("a Redis with a certificate of a private CA", () => {
  let files: TestCertificates;
  let redis: TestRedis;
  beforeAll(async () => {
    files = await createTestCertificates();
    const tls = ["--tls-cert-file", files.cert, "--tls-key-file", files.key];
    const ca = ["--tls-ca-cert-file", files.ca, "--tls-auth-clients", "no"];
    redis = await startRedisServer((port) => ["--port", "0", "--tls-port", port, ...tls, ...ca]);
  });
  afterAll(async () => {
    await redis.stop();
    await files.remove();
  });
  const addressOf = (parameters: string, host = "localhost"): string => {
    const url = new URL(redis.url.replace("redis:", "rediss:"));
    url.hostname = host;
    url.search = parameters.replace("CA_FILE", encodeURIComponent(files.ca));
    return url.href;
  };

  it.each([
    ["ssl_ca_certs=CA_FILE", "localhost"],
    ["ssl_ca_certs=CA_FILE&ssl_cert_reqs=required", "localhost"],
    ["ssl_cert_reqs=none", "127.0.0.1"],
    ["ssl_cert_reqs=CERT_NONE", "127.0.0.1"],
  ])("is reached with ?%s at %s", (parameters, host) =>
    expect(opening(addressOf(parameters, host))).resolves.toBeUndefined(),
  );

  it.each([
    ["", "localhost", "Set NODE_EXTRA_CA_CERTS, or ssl_ca_certs in REDIS_URL"],
    ["ssl_cert_reqs=required", "localhost", "Set NODE_EXTRA_CA_CERTS, or ssl_ca_certs"],
    ["ssl_ca_certs=CA_FILE", "127.0.0.1", "is for another host name"],
  ])("is refused with ?%s at %s: %s", (parameters, host, advice) =>
    expect(opening(addressOf(parameters, host))).rejects.toThrow(advice),
  );
});

it.each([
  ["redis://db?ssl_cert_reqs=none", "ssl_ca_certs and ssl_cert_reqs need rediss://"],
  ["rediss://db?ssl_cert_reqs=optional", "ssl_cert_reqs must be none or required"],
  ["rediss://db?ssl_ca_certs=/no/such", "ssl_ca_certs names a file that cannot be read"],
])("the address %s is refused: %s", (REDIS_URL, problem) => {
  expect(() => readEnv({ REDIS_URL })).toThrow(`REDIS_URL: ${problem}`);
});

it("a Redis older than BullMQ supports is refused", () => {
  expect(() => assertSupportedVersion("redis_version:4.0.14\r\n")).toThrow("Use 5.0 or newer");
  for (const version of ["5.0.0", "6.2.6", "10.1.0"])
    assertSupportedVersion(`redis_version:${version}\r\n`);
});
