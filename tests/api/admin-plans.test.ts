import { Client } from "pg";
import { debatePageStatements } from "#api/queries/list-all-debates.ts";
import { debatePageStatements as listStatements } from "#api/queries/debate-pages.ts";
import { lookUp, searchFor } from "#api/queries/search-debates.ts";
import { publicList } from "#api/queries/list-public-debates.ts";
import { userPageStatements } from "#api/queries/list-users.ts";
import {
  ADMIN_DEBATE_SORTS,
  AdminDebatesQuery,
  AdminUsersQuery,
  USER_SORTS,
} from "#shared/contract/admin.ts";
import type { DebateSort } from "#shared/domain/debate-list.ts";
import { prepared } from "#infra/db/prepared.ts";
import { PublicDebatesQuery } from "#shared/contract/debate.ts";
import { forEachProvider } from "#shared/domain/provider.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";
import { EVERYWHERE, fillLists, fillWords, SAID, SOUGHT } from "../many-rows.ts";

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await freshDatabase();
  await fillLists(database.url);
  await fillWords(database.url, 50);
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

/** The plan nodes by which a statement reads this table. */
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

  it.each(cases)("is read by an index: %j", async (query) => {
    const { rows, total } = statements(query);
    for (const statement of [rows, total]) {
      const ways = (await waysTo(table, statement)).map((node) => node["Node Type"]);
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways) expect(way).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
    }
  });
});

describe("with 100,000 debates, a search", () => {
  const LABELS = forEachProvider((provider) => provider);
  const statementsFor = async (q: string, sort: DebateSort) => {
    const search = await searchFor(prepared(client), LABELS, VIEWER, q);
    return listStatements(VIEWER, publicList(sort), PublicDebatesQuery.parse({ q, sort }), search);
  };

  it("finds a rare word by the index of words", async () => {
    const statement = { text: lookUp(MAX_TURNS), values: [`%${SAID}%`, `'${SAID}':*`] };
    const ways = (await waysTo("debate_words", statement)).flatMap(flat);
    expect(ways.map((node) => node["Index Name"])).toEqual([undefined, "debate_words_found"]);
  });

  it.each(["newest", "voted"] as const)(
    "reads debates with a rare word by id, without a second text match, sorted by %s",
    async (sort) => {
      const { rows, total } = await statementsFor(SAID, sort);
      for (const statement of [rows, total]) {
        expect(await waysTo("debate_words", statement)).toEqual([]);
        for (const node of await waysTo("debates", statement))
          expect(node["Node Type"]).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
      }
    },
  );

  it("filters a frequent word while scanning the list", async () => {
    const { rows, total } = await statementsFor(EVERYWHERE, "newest");
    for (const statement of [rows, total]) {
      const ways = await waysTo("debate_words", statement);
      expect(ways.map((node) => node["Index Name"])).toEqual(["debate_words_pkey"]);
    }
  });
});
