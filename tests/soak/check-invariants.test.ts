import { openTestBackend, type TestBackend } from "../harness.ts";
import { checkActivity } from "./check-invariants.ts";
import { SoakHistory } from "./soak-history.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend("postgres");
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await backend.database.drop();
});

test("a run without completed work has a violation for each expected kind of row", async () => {
  const history = new SoakHistory();
  await checkActivity(backend, history);
  expect(history.violations).toEqual([
    "0 complete turns in all",
    "0 recordings in all",
    "0 days at the spending limit in all",
    "0 days of users at their spending limit in all",
    "0 debates with Auto-Play in all",
    "0 credited purchases in all",
  ]);
});
