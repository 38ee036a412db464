import { Client } from "pg";
import { debatePageStatements } from "#api/queries/list-all-debates.ts";
import { userPageStatements } from "#api/queries/list-users.ts";
import {
  ADMIN_DEBATE_SORTS,
  AdminDebatesQuery,
  AdminUsersQuery,
  USER_SORTS,
} from "#shared/contract/admin.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";
import { fillLists, SOUGHT } from "../many-rows.ts";

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await freshDatabase();
  await fillLists(database.url);
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}
interface Statement {
  text: string;
  values: unknown[];
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

/** How a statement comes by its users or debates. */
const waysTo = async (table: string, { text, values }: Statement): Promise<Plan[]> => {
  const explain = `EXPLAIN (FORMAT JSON) ${text}`;
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(explain, values);
  const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!explained) throw new Error("no plan");
  return flat(explained.Plan).filter((node) => node["Relation Name"] === table);
};

const VIEWER = { id: 1, role: "admin" } as const;
const LISTS = [
  {
    table: "users",
    sorts: USER_SORTS,
    statements: (query: object) => userPageStatements(AdminUsersQuery.parse(query)),
  },
  {
    table: "debates",
    sorts: ADMIN_DEBATE_SORTS,
    statements: (query: object) => debatePageStatements(VIEWER, AdminDebatesQuery.parse(query)),
  },
];

describe.each(LISTS)("with 100,000 rows, a page of $table", ({ table, sorts, statements }) => {
  const cases = sorts.flatMap((sort) => [
    { sort, q: "" },
    { sort, q: SOUGHT },
  ]);

  it.each(cases)("is found by an index: %j", async (query) => {
    const { rows, total } = statements(query);
    for (const statement of [rows, total]) {
      const ways = (await waysTo(table, statement)).map((node) => node["Node Type"]);
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways) expect(way).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
    }
  });
});
