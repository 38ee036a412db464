import { mutateRows } from "#infra/db/sql.ts";
import {
  CAN_DISMISS_SQL,
  CAN_RESUME_SQL,
  findPurchase,
} from "#infra/services/purchases/find-purchase.ts";
import type { PurchaseReference, PurchaseResponse } from "#shared/contract/credits.ts";
import { DomainError, hidden, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { requirePayPal } from "./require-paypal.ts";

interface PurchaseChange {
  set: string;
  where: string;
  /** Message of the conflict error if the purchase does not fulfil `where`. */
  conflictMessage: string;
}

/**
 * Changes a purchase of the viewer and returns its order id. Throws `not_found` for other users'
 * purchases, and `conflict` if the purchase does not fulfil `where`.
 */
const changeOwnPurchase = async (
  { db }: Pick<Context, "db">,
  viewer: SignedInViewer,
  { transactionId }: PurchaseReference,
  { set, where, conflictMessage }: PurchaseChange,
): Promise<string | null> => {
  const [changed] = await mutateRows<{ orderId: string | null }>(
    db,
    `UPDATE transactions SET ${set}
      WHERE id = $1 AND user_id = $2 AND ${where}
      RETURNING order_id AS "orderId"`,
    [transactionId, viewer.id],
  );
  if (changed) return changed.orderId;
  const purchase = await findPurchase(db, transactionId);
  if (!purchase) throw notFound("Transaction");
  if (purchase.userId !== viewer.id) throw hidden("Transaction");
  throw new DomainError("conflict", conflictMessage);
};

/**
 * Marks a purchase as cancelled by the buyer. If its order is paid later, the payment still counts.
 */
export const cancelPurchase = async (
  context: Pick<Context, "db">,
  viewer: SignedInViewer,
  reference: PurchaseReference,
): Promise<void> =>
  void (await changeOwnPurchase(context, viewer, reference, {
    set: "cancelled_at = coalesce(cancelled_at, now())",
    where: "capture_id IS NULL AND status = 'pending'",
    conflictMessage: "This payment can no longer be cancelled.",
  }));

/**
 * Reopens an unpaid purchase, so that the buyer can approve its order and the reconciler checks it
 * as often as a new one.
 */
export const resumePurchase = async (
  context: Pick<Context, "db" | "paypal">,
  viewer: SignedInViewer,
  reference: PurchaseReference,
): Promise<PurchaseResponse> => {
  requirePayPal(context);
  const orderId = await changeOwnPurchase(context, viewer, reference, {
    set: "cancelled_at = NULL, dismissed_at = NULL, checks = DEFAULT, check_at = DEFAULT",
    where: CAN_RESUME_SQL,
    conflictMessage: "This payment can no longer be completed.",
  });
  if (orderId === null) throw new Error(`purchase ${reference.transactionId} has no order`);
  return { orderId, transactionId: reference.transactionId };
};

/** Hides a pending or cancelled purchase from the viewer's list. */
export const dismissPurchase = async (
  context: Pick<Context, "db">,
  viewer: SignedInViewer,
  reference: PurchaseReference,
): Promise<void> =>
  void (await changeOwnPurchase(context, viewer, reference, {
    set: "cancelled_at = coalesce(cancelled_at, now()), dismissed_at = now()",
    where: CAN_DISMISS_SQL,
    conflictMessage: "This payment can no longer be dismissed.",
  }));
