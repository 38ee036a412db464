import { Credits, PurchaseResponse } from "#shared/contract/credits.ts";
import { type ApiClient, registerUser } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { type TestStack, startTestStack } from "../helpers/test-stack.ts";
import { runSql } from "../bench/support/run-sql.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";

describeBackends(
  "a payment",
  (backend) => {
    let stack: TestStack;
    beforeAll(async () => {
      stack = await startTestStack(backend());
    });
    afterAll(() => stack?.stop());

    const buy = async (): Promise<{ client: ApiClient; order: PurchaseResponse }> => {
      const client = await registerUser(stack.origin);
      const answer = await client.post("/api/credits/purchase", { packageIndex: 1 });
      return { client, order: answer.as(PurchaseResponse) };
    };
    const isCaptured = async (orderId: string): Promise<boolean> => {
      const orders = await stack.fakes.paypal.orders();
      return orders.some(({ id, status }) => id === orderId && status === "COMPLETED");
    };
    const fetchCredits = async (cookie: string, origin: string): Promise<number> => {
      const answer = await fetch(`${origin}/api/credits`, { headers: { cookie } });
      return Credits.parse(await answer.json()).credits;
    };
    /**
     * Makes all purchases due, because the reconciler checks only purchases that are some minutes
     * old.
     */
    const makePurchasesDue = () =>
      runSql(backend(), "UPDATE transactions SET check_at = now() WHERE status = 'pending'");

    it("is credited by the worker if the API is killed between capture and commit", async () => {
      const { paypal } = stack.fakes;
      const { client, order } = await buy();
      await paypal.fault(
        { at: "webhook", effect: "lose", times: 2 },
        { at: "capture", delayMs: 60_000 },
      );
      await paypal.act(order.orderId, "approve");
      const dyingApi = stack.apis.at(-1);
      const captureResult = client.post("/api/credits/capture", order).catch(() => "cut");
      await waitUntil(() => isCaptured(order.orderId), { what: "the order being captured" });
      await dyingApi?.kill("SIGKILL");
      expect(await captureResult).toBe("cut");

      const { port } = await stack.startApi();
      const origin = `http://localhost:${port}`;
      expect(await fetchCredits(client.cookie, origin)).toBe(1);
      await makePurchasesDue();
      await waitUntil(async () => (await fetchCredits(client.cookie, origin)) === 6, {
        what: "the credits",
      });
    });

    it("is credited by another worker if the first is killed, and the buyer's tabs get an event", async () => {
      const port = stack.apis.at(-1)?.port ?? 0;
      const origin = `http://localhost:${port}`;
      stack.origin = origin;
      const { paypal } = stack.fakes;
      const { client, order } = await buy();
      const tab = await watchDebate(origin, 1, client.cookie);
      await paypal.fault(
        { at: "webhook", effect: "lose", times: 2 },
        { at: "read", delayMs: 60_000 },
      );
      await paypal.act(order.orderId, "approve");
      await makePurchasesDue();
      await waitUntil(async () => {
        const [row] = await runSql<{ checks: number }>(
          backend(),
          "SELECT checks FROM transactions WHERE id = $1",
          [order.transactionId],
        );
        return (row?.checks ?? 0) > 0;
      });
      await stack.workers.at(-1)?.kill("SIGKILL");
      await stack.startWorker();
      await makePurchasesDue();
      await waitUntil(() => tab.named("credits:updated").some(({ credits }) => credits === 6), {
        what: "credits:updated",
      });
      tab.close();
    });
  },
  ["postgres"],
);
