import { WorkerAdaptation } from "#shared/contract/admin/model-check.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import {
  API_KEY,
  type ScriptedModelServer,
  sendJson,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends(
  "a worker whose model server refuses to stream",
  (backend) => {
    let harness: WorkerHarness;
    let server: ScriptedModelServer;
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend());
      server = await startScriptedModelServer();
    });
    afterAll(async () => {
      server.close();
      await harness.close();
    });

    it("registers what it has changed, and a new worker starts without it", async () => {
      server.answer = (res, body) =>
        body.stream === true
          ? sendJson(res, 400, {
              error: { message: `No streaming for ${API_KEY}`, param: "stream" },
            })
          : sendReply(res, body);
      const env = backend().env({
        ...harness.variables,
        OPENAI_API_KEY: API_KEY,
        OPENAI_BASE_URL: `${server.origin}/v1`,
      });
      const listRegistered = async () => {
        const rows = await harness.db.query<{ adaptations: unknown[] }[]>(
          "SELECT adaptations FROM workers",
        );
        return rows.flatMap(({ adaptations }) => adaptations);
      };
      const worker = await harness.startWorker({ env });
      const debate = await harness.makeDebate();
      await harness.turnIn(await harness.requestTurn(debate), { status: "complete" });
      const [registered] = await waitUntil(async () => {
        const all = await listRegistered();
        return all.length > 0 && all;
      });
      const adaptation = WorkerAdaptation.parse(registered);
      expect(adaptation).toMatchObject({ provider: "openai", kind: "no_streaming" });
      expect(adaptation.reason).not.toContain(API_KEY);
      await worker.close();
      await harness.startWorker({ env });
      await waitUntil(async () => (await harness.db.query("SELECT FROM workers")).length > 0);
      expect(await listRegistered()).toEqual([]);
    });
  },
  ["postgres"],
);
