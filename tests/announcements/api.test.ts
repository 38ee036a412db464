import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { ADMINS } from "./admins.ts";
import { BUYERS } from "./buyers.ts";
import { MEMBERS } from "./members.ts";
import { Site } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());
afterEach(() => site.shop.paypal.faults.clear());

const TABLES = { "members and visitors": MEMBERS, admins: ADMINS, "buyers, or PayPal,": BUYERS };

describe.each(Object.entries(TABLES))("events, jobs and alerts when %s", (_who, rows) => {
  it.each(rows)("$what", async (row) => expect(await site.record(row)).toEqual(row.says));
});

test("the bystanders fixture fills every table that can hold rows of a user", async () => {
  const nobodys = `{connected_users,listeners,provider_health,provider_places,rate_limits,schema_migrations,
                    socket_io_attachments,typeorm_metadata,workers}`;
  const empty = `SELECT relname AS name FROM pg_stat_user_tables
                  WHERE schemaname = 'public' AND relname <> ALL ($1)
                    AND to_regclass('before.' || relname) IS NULL`;
  expect(await site.sql(empty, [nobodys])).toEqual([]);
});

test("the tables cover every route that is not a GET", () => {
  const asked = new Set(site.routesAsked());
  const doing = ALL_ROUTES.filter(({ endpoint }) => endpoint.method !== "get");
  const paths = doing.map(({ endpoint }) => `${endpoint.method.toUpperCase()} ${endpoint.path}`);
  expect(paths.filter((path) => !asked.has(path))).toEqual([]);
});
