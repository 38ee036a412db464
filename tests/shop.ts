import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/data-source.ts";
import { readEnv } from "#infra/env.ts";
import { standInPayPalVariables, webhookUrlOf } from "#infra/local/launcher/plan.ts";
import type { Act, StandinOrder } from "#infra/standins/paypal/order-book.ts";
import { startStandins, type Standins } from "#infra/standins/start-standins.ts";
import { createPayPal } from "#infra/payments/paypal.ts";
import type { Settling } from "#infra/operations/settling.ts";
import { Credits, PurchaseAnswer, Transaction } from "#shared/contract/credits.ts";
import { reconcilePurchasesOnce } from "#worker/reconcile-purchases.ts";
import { z } from "zod";
import type { Answer } from "./api-client.ts";
import { type Person, startTestApi, type TestApi, testEnv } from "./api/test-api.ts";
import { freshDatabase, testLogger, until } from "./harness.ts";

/** Index of the pack with five credits. */
const FIVE = 1;

/** Locks the rows in id order, since several processes run this at once. */
const MAKE_ALL_DUE = `
  UPDATE transactions SET check_at = now()
   WHERE id IN (SELECT id FROM transactions WHERE status = 'pending' ORDER BY id FOR UPDATE)`;

export interface Buyer extends Person {
  orderId: string;
  transactionId: number;
}

/** A running API with a fake PayPal and a reconciler that runs on request. */
export interface Shop {
  api: TestApi;
  paypal: Standins["paypal"];
  db: DataSource;
  databaseUrl: string;
  settling: Settling;
  /** Orders a pack without approving it. */
  order(person?: Person, packageIndex?: number): Promise<Buyer>;
  /** What the buyer does in PayPal's window. PayPal sends a webhook. */
  act(buyer: Pick<Buyer, "orderId">, act: Act): StandinOrder;
  /** Sends a signed webhook as PayPal would and returns the API's answer. */
  tell(type: string, resource: object): Promise<Answer>;
  capture(buyer: Buyer): Promise<Answer>;
  change(buyer: Buyer, act: "cancel" | "resume" | "dismiss"): Promise<Answer>;
  /** Reconciles all pending purchases as if they were old. */
  reconcile(): Promise<void>;
  credits(buyer: Person): Promise<number>;
  status(buyer: Pick<Buyer, "transactionId">): Promise<string | undefined>;
  settled(buyer: Buyer, status: string): Promise<unknown>;
  /** Moves the purchase's creation back by this interval. */
  age(buyer: Buyer, interval: string): Promise<void>;
  transactions(person: Person): Promise<Transaction[]>;
  close(): Promise<void>;
}

export const openShop = async (
  variables: Record<string, string> = {},
  {
    announce = { creditsUpdated: () => true },
    logger = testLogger,
  }: Partial<Pick<Settling, "announce" | "logger">> = {},
): Promise<Shop> => {
  const database = await freshDatabase();
  const { paypal, port, close: closeStandins } = await startStandins();
  const payPalVariables = { ...standInPayPalVariables(port), ...variables };
  const api = await startTestApi(testEnv(database.url, payPalVariables), { logger });
  const db = await createDataSource(database.url).initialize();
  const access = readEnv(payPalVariables).paypal;
  if (!access) throw new Error("the shop has no PayPal");
  const settling = {
    db,
    logger,
    announce,
    paypal: createPayPal(access),
    env: readEnv(variables),
    // The reconciler queues it again.
    enqueue: async () => {},
  };
  paypal.webhooks.url = webhookUrlOf(Number(new URL(api.origin).port));

  const status = async ({ transactionId }: Pick<Buyer, "transactionId">) => {
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
    async order(person, packageIndex = FIVE) {
      const buyer = person ?? (await api.person());
      const answer = await buyer.client.post("/api/credits/purchase", { packageIndex });
      return { ...buyer, ...answer.as(PurchaseAnswer) };
    },
    act({ orderId }, act) {
      const order = paypal.orders.find(orderId);
      if (!order) throw new Error(`PayPal has no order ${orderId}`);
      paypal.orders.act(order, act);
      return order;
    },
    tell(type, resource) {
      const { url } = paypal.webhooks;
      // Signs without sending. The test sends the webhook itself.
      paypal.webhooks.url = undefined;
      paypal.webhooks.tell({ event_type: type, resource });
      paypal.webhooks.url = url;
      const sent = paypal.webhooks.sent.at(-1);
      if (!sent) throw new Error("nothing was signed");
      const { body, headers } = sent;
      return api.visitor().post("/api/webhooks/paypal", body, { headers });
    },
    capture: ({ client, orderId, transactionId }) =>
      client.post("/api/credits/capture", { orderId, transactionId }),
    change: ({ client, transactionId }, act) =>
      client.post(`/api/credits/${act}`, { transactionId }),
    async reconcile() {
      await api.sql(MAKE_ALL_DUE);
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
      until(async () => (await status(buyer)) === wanted, { what: `a ${wanted} purchase` }),
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
      await closeStandins();
      await database.drop();
    },
  };
};
