import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("the first words of a turn", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.openEmpty(backend());
  });
  afterAll(() => harness.close());

  it("are announced to every API once, with the trace of their attempt", async () => {
    const traced = harness.collectServerEvents("turn:traced");
    await harness.startWorker({
      // No server listens at this address, so the spans are lost.
      env: backend().env({
        ...harness.variables,
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1/",
      }),
    });
    const debate = await harness.makeDebate();
    await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
    await waitUntil(() => traced.length > 0);
    expect(traced).toEqual([
      [debate.id, expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/), expect.any(Number)],
    ]);
  });
});
