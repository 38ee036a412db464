import { ApiClient, register } from "../api-client.ts";
import type { TestBackend } from "../harness.ts";
import { fillLists, SOUGHT } from "../many-rows.ts";
import { startProcess, startStack } from "../processes.ts";
import { medians, takeTurns } from "./measure.ts";
import { onBackend } from "./on-backend.ts";
import { type Reader, readsPerSecond, requireSameAnswers, sessionOf } from "./reader.ts";
import { runSql } from "./run-sql.ts";
import type { Row } from "./table.ts";

const ROUNDS = 7;

/** Readers that never rest would be refused after a second. */
export const UNLIMITED_LISTS = { LIMIT_LIST_PER_MINUTE: "100000000" };

const PAGES = [
  { name: "Admins' users, by credits", path: "/api/admin/users?sort=-credits&page=3" },
  { name: "Admins' users, searched", path: `/api/admin/users?sort=username&q=${SOUGHT}` },
  { name: "Admins' debates, by topic", path: "/api/admin/debates?sort=topic&page=3" },
  { name: "Admins' debates, searched", path: `/api/admin/debates?sort=popular&q=${SOUGHT}` },
];

/** Measures a page of a list that both answer. */
export const measurePage = async (
  ours: Reader,
  bare: Reader,
  { name, path }: { name: string; path: string },
): Promise<Row> => {
  await requireSameAnswers(ours, bare, [path]);
  const reads = await takeTurns(
    { ours: () => readsPerSecond(ours, [path]), bare: () => readsPerSecond(bare, [path]) },
    { rounds: ROUNDS },
  );
  return {
    name,
    unit: "pages/s",
    ...medians(reads, (perSecond) => perSecond),
    budget: { atLeast: 0.7 },
  };
};

const measureAll = async (backend: TestBackend): Promise<Row[]> => {
  const stack = await startStack(backend, { workers: 0, variables: UNLIMITED_LISTS });
  const bare = await startProcess("bench/bare-api.js", [], { DATABASE_URL: backend.database.url });
  try {
    const admin = new ApiClient(stack.origin);
    const { id } = await register(admin);
    await runSql(backend, "UPDATE users SET role = 'admin' WHERE id = $1", [id]);
    await fillLists(backend.database.url);
    const ours = { origin: stack.origin, headers: { cookie: admin.cookie } };
    const bareAs = { origin: `http://localhost:${bare.port}/as/${sessionOf(admin)}`, headers: {} };
    const rows: Row[] = [];
    for (const page of PAGES) rows.push(await measurePage(ours, bareAs, page));
    return rows;
  } finally {
    await bare.kill("SIGKILL");
    await stack.stop();
  }
};

/** What the product's doors cost on the admins' lists, with 100,000 users and debates. */
export const adminLists = (): Promise<Row[]> => onBackend("redis", measureAll);
