import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { ADMIN_ACTS_TABLE } from "./admin-acts.ts";
import { PURCHASE_ACTS_TABLE } from "./purchase-acts.ts";
import { MEMBER_ACTS_TABLE } from "./member-acts.ts";
import { ApiEffectsHarness } from "./api-effects-harness.ts";

let harness: ApiEffectsHarness;
beforeAll(async () => {
  harness = await ApiEffectsHarness.open();
});
afterAll(() => harness.close());
afterEach(() => harness.purchases.paypal.faults.clear());

const TABLES = {
  "members and visitors": MEMBER_ACTS_TABLE,
  admins: ADMIN_ACTS_TABLE,
  "buyers, or PayPal,": PURCHASE_ACTS_TABLE,
};

describe.each(Object.entries(TABLES))("events, jobs and alerts when %s", (_who, rows) => {
  it.each(rows)("$what", async (row) => expect(await harness.record(row)).toEqual(row.says));
});

test("the bystanders fixture fills every table that can hold rows of a user", async () => {
  const nobodys = `{cleanups,connected_users,judge_audit_runs,leaderboards,listeners,model_checks,provider_health,provider_places,rate_limits,schema_migrations,seasons,
                    socket_io_attachments,typeorm_metadata,workers}`;
  const empty = `SELECT relname AS name FROM pg_stat_user_tables
                  WHERE schemaname = 'public' AND relname <> ALL ($1)
                    AND to_regclass('before.' || relname) IS NULL`;
  expect(await harness.sql(empty, [nobodys])).toEqual([]);
});

test("the tables cover every route that is not a GET", () => {
  const asked = new Set(harness.routesAsked());
  const doing = ALL_ROUTES.filter(({ endpoint }) => endpoint.method !== "get");
  const paths = doing.map(({ endpoint }) => `${endpoint.method.toUpperCase()} ${endpoint.path}`);
  expect(paths.filter((path) => !asked.has(path))).toEqual([]);
});
