import { Client } from "pg";
import {
  buildAdminDebatePageStatements,
  readTopicSearch,
} from "#api/queries/admin/list-all-debates.ts";
import { buildDebatePageStatements as listStatements } from "#api/queries/debates/list-debate-page.ts";
import { buildLookupSql, searchDebates } from "#api/queries/debates/search-debates.ts";
import { LISTED_LANGUAGES_SQL } from "#api/queries/debates/list-languages.ts";
import { getPublicListScope } from "#api/queries/debates/list-public-debates.ts";
import { EPISODES_SQL } from "#api/queries/audio/list-episodes.ts";
import { buildUserPageStatements } from "#api/queries/admin/list-users.ts";
import {
  ADMIN_DEBATE_SORTS,
  AdminDebatesQuery,
  AdminUsersQuery,
  USER_SORTS,
} from "#shared/contract/admin/admin.ts";
import type { DebateSort } from "#shared/domain/debates/debate-list.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import { PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";
import {
  COMMON_WORD,
  fillLists,
  fillSearchIndex,
  SPOKEN_WORD,
  MATCHING_FRAGMENT,
} from "../helpers/large-dataset.ts";

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillLists(database.url);
  await fillSearchIndex(database.url, 50);
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
  "Actual Loops"?: number;
  Plans?: Plan[];
}
interface Statement {
  text: string;
  values: unknown[];
}

const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

/** Returns the plan nodes by which a statement reads this table. */
const waysTo = async (table: string, { text, values }: Statement): Promise<Plan[]> => {
  const explain = `EXPLAIN (FORMAT JSON) ${text}`;
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(explain, values);
  const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!explained) throw new Error("no plan");
  return flattenPlan(explained.Plan).filter((node) => node["Relation Name"] === table);
};

const VIEWER = { id: 1, role: "admin" } as const;
const LISTS = [
  {
    table: "users",
    sorts: USER_SORTS,
    statements: async (query: object) => buildUserPageStatements(AdminUsersQuery.parse(query)),
  },
  {
    table: "debates",
    sorts: ADMIN_DEBATE_SORTS,
    statements: async (query: object) => {
      const parsed = AdminDebatesQuery.parse(query);
      const search = await readTopicSearch(createPreparedSql(client), parsed.q);
      return buildAdminDebatePageStatements(VIEWER, parsed, search);
    },
  },
];

describe.each(LISTS)("with 100,000 rows, a page of $table", ({ table, sorts, statements }) => {
  const cases = sorts.flatMap((sort) => [
    { sort, q: "" },
    { sort, q: MATCHING_FRAGMENT },
  ]);

  it.each(cases)("is read by an index: %j", async (query) => {
    const { rows, total } = await statements(query);
    for (const statement of [rows, total]) {
      const ways = (await waysTo(table, statement)).map((node) => node["Node Type"]);
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways) expect(way).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
    }
  });
});

describe("with 100,000 debates, a search", () => {
  const LABELS = mapProviders((provider) => provider);
  const statementsFor = async (q: string, sort: DebateSort) => {
    const search = await searchDebates(createPreparedSql(client), LABELS, VIEWER, { q });
    return listStatements(
      VIEWER,
      getPublicListScope(sort),
      PublicDebatesQuery.parse({ q, sort }),
      search,
    );
  };

  it("finds a rare word by the index of words", async () => {
    const statement = {
      text: buildLookupSql(MAX_TURNS),
      values: [`%${SPOKEN_WORD}%`, `'${SPOKEN_WORD}':*`],
    };
    const ways = (await waysTo("debate_words", statement)).flatMap(flattenPlan);
    expect(ways.map((node) => node["Index Name"])).toEqual([undefined, "debate_words_found"]);
  });

  it("finds a Chinese word of one or two letters by the index of words, without reading topics", async () => {
    for (const words of ["'中国'", "'猫':*"]) {
      const statement = { text: buildLookupSql(MAX_TURNS), values: [null, words] };
      const ways = (await waysTo("debate_words", statement)).flatMap(flattenPlan);
      expect(ways.map((node) => node["Index Name"])).toEqual([undefined, "debate_words_found"]);
      expect(await waysTo("debates", statement)).toEqual([]);
    }
  });

  it.each(["newest", "voted"] as const)(
    "reads debates with a rare word by id, without a second text match, sorted by %s",
    async (sort) => {
      const { rows, total } = await statementsFor(SPOKEN_WORD, sort);
      for (const statement of [rows, total]) {
        expect(await waysTo("debate_words", statement)).toEqual([]);
        for (const node of await waysTo("debates", statement))
          expect(node["Node Type"]).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
      }
    },
  );

  it("reads the languages that occur, and debates in a rare language, by the index of languages", async () => {
    await client.query("UPDATE debates SET language = 'ja' WHERE id % 10000 = 1");
    await client.query("ANALYZE debates");
    const languages = await waysTo("debates", { text: LISTED_LANGUAGES_SQL, values: [] });
    expect(languages.map((node) => node["Index Name"])).toEqual([
      "debates_language",
      "debates_language",
    ]);
    const query = PublicDebatesQuery.parse({ language: "ja", sort: "newest" });
    const { rows, total } = listStatements(VIEWER, getPublicListScope("newest"), query, null);
    for (const statement of [rows, total]) {
      const ways = (await waysTo("debates", statement)).flatMap(flattenPlan);
      expect(ways.map((node) => node["Index Name"])).toContain("debates_language");
    }
  });

  it("filters a frequent word while scanning the list", async () => {
    const { rows, total } = await statementsFor(COMMON_WORD, "newest");
    for (const statement of [rows, total]) {
      const ways = await waysTo("debate_words", statement);
      expect(ways.map((node) => node["Index Name"])).toEqual(["debate_words_pkey"]);
    }
  });
});

describe("with 100 debates of which only the last public turn is not recorded", () => {
  const RECORDED_TURNS = VISITOR_MAX_TURNS - 1;
  beforeAll(async () => {
    await client.query(
      `WITH debate AS (
         UPDATE debates SET share_enabled = true, max_turns = ${VISITOR_MAX_TURNS} WHERE id <= 100 RETURNING id),
       turn AS (
         INSERT INTO turns (debate_id, turn_number, role, type, status, content)
         SELECT id, n, CASE WHEN n % 2 = 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'complete', 'Words.'
           FROM debate CROSS JOIN generate_series(1, ${VISITOR_MAX_TURNS}) AS n RETURNING id, turn_number)
       INSERT INTO audio_cache
              (turn_id, provider, content_hash, status, version, audio_data, etag, duration_ms)
       SELECT id, 'openai', id, 'complete', 1, 'a', 'a', 1
         FROM turn WHERE turn_number <= ${RECORDED_TURNS}`,
    );
  });

  it("the list of episodes does not count the recordings of any", async () => {
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${EPISODES_SQL}`;
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(explain, [
      VISITOR_MAX_TURNS,
    ]);
    const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
    const counts = explained ? flattenPlan(explained.Plan) : [];
    const aggregates = counts.filter((node) => node["Node Type"] === "Aggregate");
    // The two aggregates count a debate's recordings and the recorded announcements. Neither of
    // them ran.
    expect(aggregates.map((node) => node["Actual Loops"])).toEqual([0, 0]);
  });
});
