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

/** Pack 1: five credits. */
const FIVE = 1;

/** In one order, as several do it at once. */
const MAKE_ALL_DUE = `
  UPDATE transactions SET check_at = now()
   WHERE id IN (SELECT id FROM transactions WHERE status = 'pending' ORDER BY id FOR UPDATE)`;

/** Somebody with an order at PayPal. */
export interface Buyer extends Person {
  orderId: string;
  transactionId: number;
}

/** A running API, PayPal's stand-in beside it, and a reconciler that looks when it is told to. */
export interface Shop {
  api: TestApi;
  paypal: Standins["paypal"];
  db: DataSource;
  databaseUrl: string;
  settling: Settling;
  /** Orders a pack; nobody has approved it yet. */
  order(person?: Person, packageIndex?: number): Promise<Buyer>;
  /** What the buyer does in PayPal's window, of which PayPal tells. */
  act(buyer: Pick<Buyer, "orderId">, act: Act): StandinOrder;
  /** Tells the API what PayPal would, signed, and is answered as PayPal would be. */
  tell(type: string, resource: object): Promise<Answer>;
  capture(buyer: Buyer): Promise<Answer>;
  /** What the buyer does with a purchase that is not paid. */
  change(buyer: Buyer, act: "cancel" | "resume" | "dismiss"): Promise<Answer>;
  /** The reconciler's look at all that is pending, as if it were old. */
  reconcile(): Promise<void>;
  credits(buyer: Person): Promise<number>;
  status(buyer: Pick<Buyer, "transactionId">): Promise<string | undefined>;
  /** Waits until the purchase has this status. */
  settled(buyer: Buyer, status: string): Promise<unknown>;
  /** Makes the purchase so old. */
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
    // The reconciler adds it again.
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
      // Signed only: who is told is this test's matter.
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
        // What never changes is changed here, as time would.
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
