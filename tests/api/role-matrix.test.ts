import { ALL_ROUTES } from "#api/routes/all-routes.ts";
import { USER_ROLES } from "#shared/domain/viewer.ts";
import type { ApiClient } from "../api-client.ts";
import { startFreshApi, type TestApi } from "./test-api.ts";

const CALLERS = ["visitor", ...USER_ROLES] as const;
type Caller = (typeof CALLERS)[number];

let api: TestApi;
const clients = new Map<Caller, ApiClient>();
beforeAll(async () => {
  api = await startFreshApi();
  clients.set("visitor", api.visitor());
  for (const role of USER_ROLES) clients.set(role, (await api.person(role)).client);
});
afterAll(() => api.close());

/** Past the guard, nothing is there and nothing was sent. */
const PASSED = [200, 404, 422];

const allowed = (as: Caller | "anyone", caller: Caller): number[] => {
  if (as === "anyone") return PASSED;
  if (caller === "visitor") return [401];
  return CALLERS.indexOf(caller) < CALLERS.indexOf(as) ? [403] : PASSED;
};

// Signing out would end the sessions that the other routes need.
const routes = ALL_ROUTES.filter(({ endpoint }) => endpoint.path !== "/logout");

describe.each(routes.map(({ endpoint }) => endpoint))("$method /api$path", (endpoint) => {
  it.each(CALLERS)("as %s", async (caller) => {
    const path = `/api${endpoint.path.replace(":id", "2147483647")}`;
    const answer = await clients.get(caller)?.request(endpoint.method.toUpperCase(), path);
    expect(allowed(endpoint.as, caller)).toContain(answer?.status);
  });
});
