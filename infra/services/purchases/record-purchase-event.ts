import { PurchaseEntity } from "#infra/db/entities/purchase.ts";
import { lockRows } from "#infra/db/row-locks.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { creditsMoved } from "#infra/metrics/registry.ts";
import {
  applyPurchaseEvent,
  type PurchaseEvent,
  type PurchaseState,
} from "#shared/domain/billing/purchase-transitions.ts";
import { enqueueEmail } from "../enqueue-email.ts";
import { raisePurchaseAlert } from "./raise-purchase-alert.ts";
import { PURCHASE_COLUMNS_SQL, type PurchaseColumns } from "./find-purchase.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

interface PurchaseBuyer {
  id: number;
  email: string;
  credits: number;
}

type LockedPurchase = PurchaseColumns & PurchaseState;

/**
 * SQL for an object with the credits that refunds took from the buyer, by PayPal's id of the
 * refund. Credits that the buyer got back later have a key with the prefix `restored `. No id of
 * PayPal contains a space, so the keys cannot collide.
 */
const REVOKED_SQL = `
  (SELECT coalesce(jsonb_object_agg(
            CASE reason WHEN 'restoration' THEN 'restored ' ELSE '' END ||
            substr(reference, length(transactions.id || ':') + 1), -delta), '{}')
     FROM credit_ledger
    WHERE reason IN ('reversal', 'restoration') AND reference LIKE transactions.id || ':%') AS revoked`;

/**
 * Locks the buyer before the purchase. Deleting an account locks in the same order, which prevents
 * deadlocks.
 */
const lockPurchase = async (tx: Tx, id: number) => {
  const [buyer] = await lockRows<PurchaseBuyer>(tx, "users", {
    columns: "id, email, credits",
    where: "id = (SELECT user_id FROM transactions WHERE id = $1)",
    values: [id],
    strength: "NO KEY UPDATE",
  });
  const [row] = await lockRows<Omit<LockedPurchase, "balance">>(tx, "transactions", {
    columns: `${PURCHASE_COLUMNS_SQL}, refunded, refunds, ${REVOKED_SQL}`,
    where: "id = $1",
    values: [id],
    strength: "NO KEY UPDATE",
  });
  if (!row) throw new Error(`there is no transaction ${id}`);
  return { buyer, purchase: { ...row, balance: buyer?.credits ?? null } };
};

/** Inserts a ledger entry. For a completed purchase, a trigger inserts the entry instead. */
const INSERT_ENTRY_SQL = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  VALUES ($1, $2, $3, $4) RETURNING id`;

/**
 * Builds the key of an entry in `revoked`. A reversal whose amount grows has several entries. The
 * keys after the first one end with a number.
 */
const buildEntryKey = ({ revoked }: PurchaseState, key: string): string =>
  Object.hasOwn(revoked, key) ? `${key}:${Object.keys(revoked).length}` : key;

/** Enqueues the receipt. Its key ensures that a purchase has only one. */
const enqueueReceipt = async (
  tx: Tx,
  after: AfterCommit,
  { env, enqueue }: Pick<SettlementDeps, "env" | "enqueue">,
  { id, orderId, credits, amount, currency }: PurchaseColumns,
  buyer: PurchaseBuyer,
): Promise<void> => {
  if (!env.mail) return;
  await enqueueEmail(tx, after, enqueue, {
    kind: "receipt",
    key: `receipt:${id}`,
    userId: buyer.id,
    email: buyer.email,
    data: {
      credits: String(credits),
      amount: `${(amount / 100).toFixed(2)} ${currency}`,
      at: new Date().toISOString(),
      purchase: String(id),
      order: orderId ?? "",
    },
  });
};

/** Stores what an event changes, together with its ledger entry. Returns the updated purchase. */
const recordOne = async (
  deps: Omit<SettlementDeps, "paypal">,
  tx: Tx,
  after: AfterCommit,
  buyer: PurchaseBuyer | undefined,
  purchase: LockedPurchase,
  event: PurchaseEvent,
): Promise<LockedPurchase> => {
  const { logger, announce } = deps;
  const { id } = purchase;
  const { changes, ledgerDelta, alert } = applyPurchaseEvent(purchase, event);
  const { type, ...details } = event;
  const facts = { transactionId: id, orderId: purchase.orderId, ...details };
  // Logged before the commit. After a crash the event is processed again, so the alert may appear
  // twice, but it is never lost.
  if (alert !== undefined) await raisePurchaseAlert({ db: tx, logger }, facts, alert);
  if (Object.keys(changes).length > 0) await tx.update(PurchaseEntity, id, changes);
  if (type === "closed" && changes.status) after(() => logger.info(facts, "purchase.failed"));
  if (ledgerDelta === undefined || !buyer || purchase.balance === null)
    return { ...purchase, ...changes };
  const balance = purchase.balance + ledgerDelta;
  after(() => announce.creditsUpdated(buyer.id, balance));
  if (type === "paid") {
    await enqueueReceipt(tx, after, deps, purchase, buyer);
    after(() => creditsMoved.inc({ reason: "sold", what: "sold" }, ledgerDelta));
    return { ...purchase, ...changes, balance };
  }
  const isTaken = type === "refunded";
  const prefix = isTaken ? "" : "restored ";
  const name = "refundId" in event ? event.refundId : "reversal";
  const key = buildEntryKey(purchase, prefix + name);
  await mutateRows(tx, INSERT_ENTRY_SQL, [
    buyer.id,
    ledgerDelta,
    isTaken ? "reversal" : "restoration",
    `${id}:${key.slice(prefix.length)}`,
  ]);
  if (isTaken) {
    const taken = -ledgerDelta;
    after(() => creditsMoved.inc({ reason: "reversed", what: "taken_back" }, taken));
    after(() => logger.info({ ...facts, taken }, "purchase.refunded"));
  } else {
    after(() => creditsMoved.inc({ reason: "restored", what: "given_back" }, ledgerDelta));
    after(() => logger.info({ ...facts, givenBack: ledgerDelta }, "purchase.restored"));
  }
  const revoked = { ...purchase.revoked, [key]: -ledgerDelta };
  return { ...purchase, ...changes, balance, revoked };
};

/**
 * Applies events to a purchase: stores the changes and the ledger entries in one transaction and
 * announces the buyer's balance after the commit. Returns the updated purchase.
 */
export const recordPurchaseEvents = (
  deps: Omit<SettlementDeps, "paypal">,
  id: number,
  events: readonly PurchaseEvent[],
): Promise<LockedPurchase> =>
  withTransaction(deps.db, deps.logger, async (tx, after) => {
    const locked = await lockPurchase(tx, id);
    let purchase: LockedPurchase = locked.purchase;
    for (const event of events)
      purchase = await recordOne(deps, tx, after, locked.buyer, purchase, event);
    return purchase;
  });
