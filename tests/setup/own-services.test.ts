import { Redis } from "ioredis";
import { startTestRedis } from "./redis.ts";

const SERVICES = ["DATABASE_URL", "REDIS_URL"] as const;

test.each(SERVICES)("tests do not use the service in %s, since they would empty it", (name) => {
  const used = [process.env["TEST_DATABASE_URL"], process.env["TEST_REDIS"]];
  expect(used).not.toContain(process.env[name] ?? "not configured");
});

(process.env["TEST_REDIS"] === "none" ? describe.skip : describe)("a test's Redis", () => {
  it("shares no data with another one", async () => {
    const servers = [await startTestRedis(), await startTestRedis()] as const;
    const [here, there] = [new Redis(servers[0].url), new Redis(servers[1].url)];
    await here.set("key", "here");
    const seen = await there.get("key");
    for (const client of [here, there]) client.disconnect();
    for (const redis of servers) await redis.stop();
    expect(seen).toBeNull();
  });
});
