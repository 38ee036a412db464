import {
  UNLIMITED_VARIABLES,
  createPaidDebate,
  type TestUser,
  startTestApi,
  type TestApi,
} from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { requestNextTurn, fetchTurns } from "../helpers/api-client.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends(
  "the paid requests of a turn",
  (backend) => {
    let harness: WorkerHarness;
    let api: TestApi;
    let owner: TestUser;
    beforeAll(async () => {
      harness = await WorkerHarness.open(backend());
      api = await startTestApi(backend().env(UNLIMITED_VARIABLES));
      await harness.startWorker();
      owner = await api.person();
    });
    afterAll(async () => {
      await api.close();
      await harness.close();
    });
    afterEach(() => harness.fakes.faults.clear());

    const asked = () => harness.fakes.requests.all({ kind: "turn" }).length;
    /** Returns the turn once it is finished. */
    const settled = (debateId: number) =>
      waitUntil(async () => {
        const [turn] = await fetchTurns(owner.client, debateId);
        return (turn?.status === "failed" || turn?.status === "complete") && turn;
      });

    it("are at most 15, however often the turn is restarted", async () => {
      const debate = await createPaidDebate(api, owner);
      harness.fakes.requests.clear();
      harness.fakes.faults.add({ kind: "turn", effect: "status", status: 401, times: 100 });
      const answers: number[] = [];
      for (let requestCount = 0; requestCount < 30; requestCount++) {
        answers.push((await owner.client.post(`/api/debates/${debate.id}/turns`)).status);
        await settled(debate.id);
      }
      expect(asked()).toBe(15);
      expect(answers).toEqual([...Array<number>(15).fill(202), ...Array<number>(15).fill(409)]);
      // Each time the credit was taken and refunded, so the user has it again at the end.
      const [money] = await api.sql(
        `SELECT credits, (SELECT count(*)::int FROM credit_ledger WHERE reason = 'refund') AS refunds
           FROM users WHERE id = $1`,
        [owner.user.id],
      );
      expect(money).toEqual({ credits: 2, refunds: 15 });
    });

    it("are at most 15 even if the limit is reached during the retries of one restart", async () => {
      const debate = await createPaidDebate(api, owner);
      const { id } = await requestNextTurn(owner.client, debate.id);
      await settled(debate.id);
      await api.sql(`UPDATE turns SET status = 'failed', requests = 14 WHERE id = $1`, [id]);
      harness.fakes.requests.clear();
      harness.fakes.faults.add({ kind: "turn", effect: "status", status: 503, times: 5 });
      await requestNextTurn(owner.client, debate.id);
      expect(await settled(debate.id)).toMatchObject({
        status: "failed",
        error: { code: "overloaded" },
      });
      expect(asked()).toBe(1);
    });

    it("are not exceeded by a worker that takes over a turn whose last request was sent", async () => {
      const debate = await harness.makeDebate();
      const turnId = await harness.requestTurn(debate, { isLost: true });
      await api.sql(`UPDATE turns SET requests = 15 WHERE id = $1`, [turnId]);
      harness.fakes.requests.clear();
      await harness.enqueue("generate-turn", { turnId }, { attempt: 0 });
      expect(await harness.turnIn(turnId, { status: "failed" })).toMatchObject({
        error: { code: "interrupted" },
      });
      expect(asked()).toBe(0);
    });
  },
  ["postgres"],
);
