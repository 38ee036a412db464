import type { TurnEntity } from "#infra/db/entities/turn.ts";
import { describeBackends } from "../harness.ts";
import {
  type ScriptedModelServer,
  sendJson,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends(
  "a turn whose model fails in the same way again and again",
  (backend) => {
    let server: ScriptedModelServer;
    let harness: WorkerHarness;
    beforeAll(async () => {
      server = await startScriptedModelServer();
      harness = await WorkerHarness.open(backend());
      const OPENAI_BASE_URL = `${server.origin}/v1`;
      await harness.startWorker({ env: backend().env({ ...harness.variables, OPENAI_BASE_URL }) });
    });
    afterAll(async () => {
      await harness.close();
      server.close();
    });
    beforeEach(async () => {
      server.bodies.length = 0;
      await harness.db.query(`UPDATE provider_health SET failures = 0, open_until = NULL`);
    });

    const failures = async (id: number, count: number): Promise<TurnEntity> =>
      harness.turnIn(id, { status: "pending", failures: count });
    const endPause = (id: number) =>
      harness.db.query(`UPDATE turns SET run_at = now() - interval '2 seconds' WHERE id = $1`, [
        id,
      ]);
    const overloaded = (requestId: string) => ({
      error: { message: `The server is overloaded (request ${requestId}).` },
    });

    it("sends three requests in an outage, the last one after a long pause", async () => {
      server.answer = (res) => sendJson(res, 500, overloaded(`req_${server.bodies.length}`));
      const turnId = await harness.requestTurn(await harness.makeDebate());
      const { runAt } = await failures(turnId, 2);
      expect((runAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(8000);
      await endPause(turnId);
      const { error } = await harness.turnIn(turnId, { status: "failed" });
      expect(error).toMatchObject({ code: "overloaded" });
      expect(server.bodies).toHaveLength(3);
    });

    it("is complete when the outage ends before its last request", async () => {
      server.answer = (res, body) =>
        server.bodies.length < 3 ? sendJson(res, 500, overloaded("a")) : sendReply(res, body);
      const turnId = await harness.requestTurn(await harness.makeDebate());
      await failures(turnId, 2);
      await endPause(turnId);
      const turn = await harness.turnIn(turnId, { status: "complete" });
      expect(turn).toMatchObject({ content: "We act.", attempt: 3 });
    });

    it("sends two requests if each reply is empty, and thus paid", async () => {
      server.answer = (res, body) => sendReply(res, body, "");
      const turnId = await harness.requestTurn(await harness.makeDebate());
      await harness.turnIn(turnId, { status: "failed", attempt: 2 });
      expect(server.bodies).toHaveLength(2);
    });

    it("keeps its judging unscored after three requests in an outage", async () => {
      const debate = await harness.makeDebate({ botAProvider: "claude", botBProvider: "grok" });
      server.answer = (res) => sendJson(res, 503, overloaded("a"));
      const turnId = await harness.requestTurn(debate);
      await harness.turnIn(turnId, { judgingStatus: "pending", judgingFailures: 2 });
      await harness.db.query(
        `UPDATE turns SET judging_run_at = now() - interval '2 seconds' WHERE id = $1`,
        [turnId],
      );
      expect(await harness.turnIn(turnId, { judgingStatus: "failed" })).toMatchObject({
        score: null,
      });
      expect(server.bodies).toHaveLength(3);
    });
  },
  ["postgres"],
);
