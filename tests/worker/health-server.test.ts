import { readEnv } from "#infra/env.ts";
import { startHealthServer } from "#worker/runtime/health-server.ts";

it("the worker's health server reports liveness and readiness, and nothing else", async () => {
  let isReady = false;
  const check = jest.fn(async () => ({ ready: isReady, database: isReady, queue: true }));
  const env = readEnv({ WORKER_HEALTH_PORT: "0" });
  const { port, close } = await startHealthServer(env, check);
  const getHealth = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.json(), answer.headers.get("retry-after")];
  };
  expect(await getHealth("/healthz")).toEqual([200, { alive: true }, null]);
  expect(await getHealth("/elsewhere")).toEqual([404, {}, null]);
  expect(check).not.toHaveBeenCalled();
  expect(await getHealth("/readyz")).toEqual([
    503,
    { ready: false, database: false, queue: true },
    "2",
  ]);
  isReady = true;
  expect(await getHealth("/readyz")).toEqual([
    200,
    { ready: true, database: true, queue: true },
    null,
  ]);
  await close();
});
