import { Redis } from "ioredis";
import { startTestRedis } from "./redis.ts";

const SERVICES = ["DATABASE_URL", "REDIS_URL"] as const;

test.each(SERVICES)("tests use nothing that %s names: they would empty it", (name) => {
  const used = [process.env["TEST_DATABASE_URL"], process.env["TEST_REDIS"]];
  expect(used).not.toContain(process.env[name] ?? "a service of whoever runs them");
});

(process.env["TEST_REDIS"] === "none" ? describe.skip : describe)("a Redis", () => {
  it("is this test's own", async () => {
    const both = [await startTestRedis(), await startTestRedis()] as const;
    const [here, there] = [new Redis(both[0].url), new Redis(both[1].url)];
    await here.set("said", "here");
    const seen = await there.get("said");
    for (const client of [here, there]) client.disconnect();
    for (const redis of both) await redis.stop();
    expect(seen).toBeNull();
  });
});
