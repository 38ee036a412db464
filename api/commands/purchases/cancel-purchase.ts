import { change } from "#infra/db/sql.ts";
import { findPurchase } from "#infra/operations/find-purchase.ts";
import type { OwnPurchase, PurchaseAnswer } from "#shared/contract/credits.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { requirePayPal } from "./require-paypal.ts";

interface Change {
  set: string;
  /** What has to hold, beside that no payment is known. */
  where: string;
  /** What is said where it does not. */
  tooLate: string;
}

/** Changes one of the viewer's own purchases. Throws not_found for somebody else's, and conflict. */
const changeOwn = async (
  { db }: Context,
  viewer: SignedIn,
  { transactionId }: OwnPurchase,
  { set, where, tooLate }: Change,
): Promise<string | null> => {
  const [changed] = await change<{ orderId: string | null }>(
    db,
    `UPDATE transactions SET ${set}
      WHERE id = $1 AND user_id = $2 AND capture_id IS NULL AND ${where}
      RETURNING order_id AS "orderId"`,
    [transactionId, viewer.id],
  );
  if (changed) return changed.orderId;
  const purchase = await findPurchase(db, transactionId);
  if (purchase?.userId !== viewer.id) throw notFound("Transaction");
  throw new DomainError("conflict", tooLate);
};

/** Notes that the buyer has left the payment; its order may still be paid, and is then. */
export const cancelPurchase = async (
  context: Context,
  viewer: SignedIn,
  own: OwnPurchase,
): Promise<void> =>
  void (await changeOwn(context, viewer, own, {
    set: "cancelled_at = coalesce(cancelled_at, now())",
    where: "status = 'pending'",
    tooLate: "This payment cannot be cancelled any more.",
  }));

/**
 * Takes a purchase up again that was not paid: its order is what the buyer approves, and it is looked
 * after as a new one is.
 */
export const resumePurchase = async (
  context: Context,
  viewer: SignedIn,
  own: OwnPurchase,
): Promise<PurchaseAnswer> => {
  requirePayPal(context);
  const orderId = await changeOwn(context, viewer, own, {
    set: "cancelled_at = NULL, dismissed_at = NULL, checks = DEFAULT, check_at = DEFAULT",
    where: "status = 'pending' AND order_id IS NOT NULL",
    tooLate: "This payment cannot be completed any more.",
  });
  if (orderId === null) throw new Error(`purchase ${own.transactionId} has no order`);
  return { orderId, transactionId: own.transactionId };
};

/** Takes a cancelled purchase off the viewer's list, as long as it is not paid. */
export const dismissPurchase = async (
  context: Context,
  viewer: SignedIn,
  own: OwnPurchase,
): Promise<void> =>
  void (await changeOwn(context, viewer, own, {
    set: "dismissed_at = now()",
    where: "cancelled_at IS NOT NULL",
    tooLate: "Only a cancelled payment can be dismissed.",
  }));
