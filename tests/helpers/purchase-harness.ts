import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { readEnv } from "#infra/env.ts";
import { buildFakePayPalVariables, buildWebhookUrl } from "#infra/dev/launcher/launch-plan.ts";
import type { OrderAction } from "#infra/dev/fakes/paypal/fake-orders.ts";
import type { FakeOrder } from "#infra/dev/fakes/paypal/paypal-order.ts";
import { startFakes, type FakeServers } from "#infra/dev/fakes/start-fakes.ts";
import { createPayPalClient } from "#infra/payments/paypal-client.ts";
import type { SettlementDeps } from "#infra/services/purchases/settlement-deps.ts";
import { Credits, PurchaseResponse, Transaction } from "#shared/contract/credits.ts";
import { reconcilePurchasesOnce } from "#worker/runtime/reconciler/purchase-reconciler.ts";
import { z } from "zod";
import type { ApiResponse } from "./api-client.ts";
import { type TestUser, startTestApi, type TestApi, testEnv } from "../api/test-api.ts";
import { createTestDatabase, testLogger, waitUntil } from "../harness.ts";

/** Index of the pack with five credits. */
const FIVE_CREDIT_PACK = 1;

/** Locks the rows in the order of their ids, since several processes run this statement at once. */
const MAKE_ALL_DUE_SQL = `
  UPDATE transactions SET check_at = now()
   WHERE id IN (SELECT id FROM transactions WHERE status = 'pending' ORDER BY id FOR UPDATE)`;

export interface TestBuyer extends TestUser {
  orderId: string;
  transactionId: number;
}

/** A running API with a fake PayPal and a reconciler that runs on request. */
export interface PurchaseHarness {
  api: TestApi;
  paypal: FakeServers["paypal"];
  db: DataSource;
  databaseUrl: string;
  settling: SettlementDeps;
  /** Orders a pack without approving it. */
  order(user?: TestUser, packageIndex?: number): Promise<TestBuyer>;
  /** Acts as the buyer in PayPal's window. PayPal then sends a webhook. */
  act(buyer: Pick<TestBuyer, "orderId">, act: OrderAction): FakeOrder;
  /** Sends a signed webhook as PayPal would and returns the API's answer. */
  postWebhook(type: string, resource: object): Promise<ApiResponse>;
  capture(buyer: TestBuyer): Promise<ApiResponse>;
  change(buyer: TestBuyer, act: "cancel" | "resume" | "dismiss"): Promise<ApiResponse>;
  /** Reconciles all pending purchases as if they were old. */
  reconcile(): Promise<void>;
  credits(buyer: TestUser): Promise<number>;
  status(buyer: Pick<TestBuyer, "transactionId">): Promise<string | undefined>;
  settled(buyer: TestBuyer, status: string): Promise<unknown>;
  /** Moves the purchase's creation back by this interval. */
  age(buyer: TestBuyer, interval: string): Promise<void>;
  transactions(user: TestUser): Promise<Transaction[]>;
  close(): Promise<void>;
}

export const startPurchaseHarness = async (
  variables: Record<string, string> = {},
  {
    announce = { creditsUpdated: () => true },
    logger = testLogger,
  }: Partial<Pick<SettlementDeps, "announce" | "logger">> = {},
): Promise<PurchaseHarness> => {
  const database = await createTestDatabase();
  const { paypal, port, close: closeFakes } = await startFakes();
  const payPalVariables = { ...buildFakePayPalVariables(port), ...variables };
  const api = await startTestApi(testEnv(database.url, payPalVariables), { logger });
  const db = await createDataSource(database.url).initialize();
  const config = readEnv(payPalVariables).paypal;
  if (!config) throw new Error("PayPal is not configured");
  const settling = {
    db,
    logger,
    announce,
    paypal: createPayPalClient(config),
    env: readEnv(variables),
    // Jobs may get lost here, because the reconciler enqueues them again.
    enqueue: async () => {},
  };
  paypal.webhooks.url = buildWebhookUrl(Number(new URL(api.origin).port));

  const status = async ({ transactionId }: Pick<TestBuyer, "transactionId">) => {
    const [row] = await api.sql<{ status: string }>(
      "SELECT status FROM transactions WHERE id = $1",
      [transactionId],
    );
    return row?.status;
  };
  return {
    api,
    paypal,
    db,
    databaseUrl: database.url,
    settling,
    async order(user, packageIndex = FIVE_CREDIT_PACK) {
      const buyer = user ?? (await api.person());
      const answer = await buyer.client.post("/api/credits/purchase", { packageIndex });
      return { ...buyer, ...answer.as(PurchaseResponse) };
    },
    act({ orderId }, act) {
      const order = paypal.orders.find(orderId);
      if (!order) throw new Error(`PayPal has no order ${orderId}`);
      paypal.orders.act(order, act);
      return order;
    },
    postWebhook(type, resource) {
      const { url } = paypal.webhooks;
      // Signs the webhook without sending it. The test sends it itself.
      paypal.webhooks.url = undefined;
      paypal.webhooks.send({ event_type: type, resource });
      paypal.webhooks.url = url;
      const sent = paypal.webhooks.sent.at(-1);
      if (!sent) throw new Error("no webhook was signed");
      const { body, headers } = sent;
      return api.visitor().post("/api/webhooks/paypal", body, { headers });
    },
    capture: ({ client, orderId, transactionId }) =>
      client.post("/api/credits/capture", { orderId, transactionId }),
    change: ({ client, transactionId }, act) =>
      client.post(`/api/credits/${act}`, { transactionId }),
    async reconcile() {
      await api.sql(MAKE_ALL_DUE_SQL);
      for (let due = 1; due > 0;) {
        await reconcilePurchasesOnce(settling);
        const rows = await api.sql(
          "SELECT FROM transactions WHERE status = 'pending' AND check_at <= now()",
        );
        due = rows.length;
      }
    },
    credits: async ({ client }) => (await client.get("/api/credits")).as(Credits).credits,
    status,
    settled: (buyer, wanted) =>
      waitUntil(async () => (await status(buyer)) === wanted, { what: `a ${wanted} purchase` }),
    age: ({ transactionId }, interval) =>
      db.transaction(async (tx) => {
        // A trigger forbids changes to this column, so it is disabled to simulate time.
        await tx.query("ALTER TABLE transactions DISABLE TRIGGER transactions_stay");
        await tx.query("UPDATE transactions SET created_at = now() - $2::interval WHERE id = $1", [
          transactionId,
          interval,
        ]);
        await tx.query("ALTER TABLE transactions ENABLE TRIGGER transactions_stay");
      }),
    transactions: async ({ client }) =>
      (await client.get("/api/credits/transactions")).as(z.array(Transaction)),
    async close() {
      paypal.webhooks.url = undefined;
      await api.close();
      await db.destroy();
      await closeFakes();
      await database.drop();
    },
  };
};
