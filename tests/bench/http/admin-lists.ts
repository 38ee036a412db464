import { ApiClient, registerWith } from "#tests/helpers/api-client.ts";
import type { TestBackend } from "#tests/harness.ts";
import { fillLists, MATCHING_FRAGMENT } from "#tests/helpers/large-dataset.ts";
import { startTestProcess, startTestStack } from "#tests/helpers/test-stack.ts";
import { computeMedians, measureAlternately } from "../support/measure.ts";
import { runOnBackend } from "../support/run-on-backend.ts";
import {
  type BenchReader,
  measureReadsPerSecond,
  requireSameResponses,
  getSessionId,
} from "../support/reader.ts";
import { runSql } from "../support/run-sql.ts";
import type { BenchRow } from "../support/table.ts";

const ROUNDS = 7;

/**
 * Turns the rate limit off. With the default, readers without pauses would be rejected after a
 * second.
 */
export const UNLIMITED_LIST_VARIABLES = { LIMIT_LIST_PER_MINUTE: "100000000" };

const PAGES = [
  { name: "Admins' users, by credits", path: "/api/admin/users?sort=-credits&page=3" },
  {
    name: "Admins' users, searched",
    path: `/api/admin/users?sort=username&q=${MATCHING_FRAGMENT}`,
  },
  { name: "Admins' debates, by topic", path: "/api/admin/debates?sort=topic&page=3" },
  {
    name: "Admins' debates, searched",
    path: `/api/admin/debates?sort=popular&q=${MATCHING_FRAGMENT}`,
  },
];

/** Compares how fast the API and the baseline serve a page of a list. */
export const measurePage = async (
  ours: BenchReader,
  bare: BenchReader,
  { name, path }: { name: string; path: string },
): Promise<BenchRow> => {
  await requireSameResponses(ours, bare, [path]);
  const reads = await measureAlternately(
    {
      ours: () => measureReadsPerSecond(ours, [path]),
      bare: () => measureReadsPerSecond(bare, [path]),
    },
    { rounds: ROUNDS },
  );
  return {
    name,
    unit: "pages/s",
    ...computeMedians(reads, (perSecond) => perSecond),
    budget: { atLeast: 0.7 },
  };
};

const measureAll = async (backend: TestBackend): Promise<BenchRow[]> => {
  const stack = await startTestStack(backend, { workers: 0, variables: UNLIMITED_LIST_VARIABLES });
  const bare = await startTestProcess("bench/bare-api.js", [], {
    DATABASE_URL: backend.database.url,
  });
  try {
    const admin = new ApiClient(stack.origin);
    const { id } = await registerWith(admin);
    await runSql(backend, "UPDATE users SET role = 'admin' WHERE id = $1", [id]);
    await fillLists(backend.database.url);
    const ours = { origin: stack.origin, headers: { cookie: admin.cookie } };
    const bareAs = {
      origin: `http://localhost:${bare.port}/as/${getSessionId(admin)}`,
      headers: {},
    };
    const rows: BenchRow[] = [];
    for (const page of PAGES) rows.push(await measurePage(ours, bareAs, page));
    return rows;
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** Compares the admins' lists over 100,000 users and debates with the baseline in `bare-api.ts`. */
export const benchAdminLists = (): Promise<BenchRow[]> => runOnBackend("redis", measureAll);
