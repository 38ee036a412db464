import { ApiClient, register } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { EVERYWHERE, fillLists, fillWords, SAID } from "../many-rows.ts";
import { startProcess, startStack } from "../processes.ts";
import { measurePage, UNLIMITED_LISTS } from "./admin-lists.ts";
import { onBackend } from "./on-backend.ts";
import { sessionOf } from "./reader.ts";
import type { Row } from "./table.ts";

const LIST = "/api/debates/public?sort=newest";

const measureAll = async (backend: TestBackend): Promise<Row[]> => {
  const stack = await startStack(backend, { workers: 0, variables: UNLIMITED_LISTS });
  const bare = await startProcess("bench/bare-api.js", [], { DATABASE_URL: backend.database.url });
  try {
    const user = new ApiClient(stack.origin);
    await register(user);
    await fillLists(backend.database.url);
    await fillWords(backend.database.url, 1);
    const ours = (cookie: string) => ({ origin: stack.origin, headers: { cookie } });
    const bareAs = (who: string) => ({
      origin: `http://localhost:${bare.port}/as/${who}`,
      headers: {},
    });
    const member = [ours(user.cookie), bareAs(sessionOf(user))] as const;
    const visitor = [ours(""), bareAs("visitor")] as const;
    const spoken = { name: "Debates by words spoken in them", path: `${LIST}&q=${SAID}` };
    const common = { name: "Debates by a word in all of them", path: `${LIST}&q=${EVERYWHERE}` };
    return [
      await measurePage(...member, spoken),
      await measurePage(...member, common),
      await measurePage(...visitor, { ...spoken, name: "The first, by visitors" }),
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** What the product's doors cost on the search, over 100,000 debates. */
export const searchDebates = (): Promise<Row[]> => onBackend("redis", measureAll);
