import { ApiClient, registerWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import {
  COMMON_WORD,
  fillLists,
  fillSearchIndex,
  SPOKEN_WORD,
} from "#tests/helpers/large-dataset.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { measurePage, UNLIMITED_LIST_VARIABLES } from "./admin-lists.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import { getSessionId } from "../support/reader.ts";
import type { BenchRow } from "../support/table.ts";

const LIST = "/api/debates/public?sort=newest";

const measureAll = async (backend: TestBackend): Promise<BenchRow[]> => {
  const stack = await startTestStack(backend, { workers: 0, variables: UNLIMITED_LIST_VARIABLES });
  const bare = await startTestProcess("bench/bare-api.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const user = new ApiClient(stack.origin);
    await registerWith(user);
    await fillLists(backend.database.url);
    await fillSearchIndex(backend.database.url, 1);
    const ours = (cookie: string) => ({ origin: stack.origin, headers: { cookie } });
    const bareAs = (viewer: string) => ({
      origin: `http://localhost:${bare.port}/as/${viewer}`,
      headers: {},
    });
    const member = [ours(user.cookie), bareAs(getSessionId(user))] as const;
    const visitor = [ours(""), bareAs("visitor")] as const;
    const spoken = {
      name: "Search for a word spoken in some debates",
      path: `${LIST}&q=${SPOKEN_WORD}`,
    };
    const common = {
      name: "Search for a word that all debates contain",
      path: `${LIST}&q=${COMMON_WORD}`,
    };
    return [
      await measurePage(...member, spoken),
      await measurePage(...member, common),
      await measurePage(...visitor, {
        ...spoken,
        name: "Search for a word spoken in some debates, by visitors",
      }),
    ];
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** Compares the search over 100,000 debates with the baseline in `bare-api.ts`. */
export const benchSearchDebates = (): Promise<BenchRow[]> => runOnBackend("redis", measureAll);
