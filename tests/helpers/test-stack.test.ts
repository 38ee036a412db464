import { openTestBackend, type TestBackend, waitUntil } from "../harness.ts";
import { type TestStack, startTestStack } from "./test-stack.ts";

const children = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

it("startTestStack stops all processes when one of them fails to start", async () => {
  const backend = await openTestBackend("postgres");
  const before = children();
  const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };
  await expect(startTestStack(backend, { variables: nowhere })).rejects.toThrow("ended with 1");
  await waitUntil(() => children() === before, { what: "the exit of the other processes" });
  await backend.database.drop();
});

describe("faults of the fakes", () => {
  let backend: TestBackend;
  let stack: TestStack;
  beforeAll(async () => {
    backend = await openTestBackend("postgres");
    stack = await startTestStack(backend, { apis: 0, workers: 0 });
  });
  afterAll(async () => {
    await stack.stop();
    await backend.database.drop();
  });

  it("are cleared for the next test, including PayPal's", async () => {
    const { port, paypal, clearFaults } = stack.fakes;
    await paypal.fault({ at: "token", effect: "status" });
    await clearFaults();
    const token = await fetch(`http://127.0.0.1:${port}/paypal/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("client:secret")}` },
    });
    expect(token.status).toBe(200);
  });

  it("throw for an invalid fault and for an action on an unknown order", async () => {
    const { fault, paypal } = stack.fakes;
    await expect(fault({ status: 600 })).rejects.toThrow("400");
    await expect(paypal.fault({ at: "read", status: 200 })).rejects.toThrow("400");
    await expect(paypal.act("NONE", "approve")).rejects.toThrow("404");
  });
});
