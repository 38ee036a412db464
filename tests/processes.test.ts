import { openTestBackend, until } from "./harness.ts";
import { startStack } from "./processes.ts";

const children = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

it("a stack of which a process does not start leaves none behind", async () => {
  const backend = await openTestBackend("postgres");
  const before = children();
  const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };
  await expect(startStack(backend, { variables: nowhere })).rejects.toThrow("ended with 1");
  await until(() => children() === before, { what: "the end of the others" });
  await backend.database.drop();
});
