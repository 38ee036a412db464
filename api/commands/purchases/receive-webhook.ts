import type { IncomingHttpHeaders } from "node:http";
import { alertOperator } from "#infra/operations/alert-operator.ts";
import { findPurchaseOfOrder } from "#infra/operations/find-purchase.ts";
import { SignatureHeaders } from "#infra/payments/paypal.ts";
import { settlePurchase } from "#infra/operations/settle-purchase.ts";
import { type PaymentNews, readWebhook } from "#infra/payments/webhook-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import { requirePayPal, unavailableWith } from "./require-paypal.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const unsigned = (): DomainError =>
  new DomainError("malformed", "This webhook is not signed by PayPal.");

/** Money that was credited and has gone back. */
const GONE_AGAIN = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

const heed = async (context: Context, news: PaymentNews): Promise<void> => {
  const { type, orderId, captureId } = news;
  const purchase = await findPurchaseOfOrder(context.reads, orderId);
  if (!purchase) return context.logger.warn({ type, orderId }, "a webhook of an unknown order");
  const { id: transactionId } = purchase;
  const deniedCapture = type === "PAYMENT.CAPTURE.DENIED" ? (captureId ?? undefined) : undefined;
  const paypal = requirePayPal(context);
  const { status } = await settlePurchase({ ...context, paypal }, transactionId, { deniedCapture });
  context.logger.info({ type, orderId, transactionId, status }, "a webhook was heeded");
  if (GONE_AGAIN.has(type) && purchase.status === "completed")
    alertOperator(context.logger, { transactionId, orderId, type }, "a credited payment went back");
};

/**
 * Hears what PayPal tells. It is a hint and no more: how the purchase stands is asked of PayPal, so
 * that news may come twice, late, or in any order. Throws malformed for what PayPal has not signed,
 * and unavailable, upon which PayPal tells it again, when it could not be heeded.
 */
export const receiveWebhook = async (
  context: Context,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const { data: signature } = SignatureHeaders.safeParse(headers);
  if (!signature || !isJson(body)) throw unsigned();
  const paypal = requirePayPal(context);
  const tellAgain = unavailableWith("PayPal cannot be asked now.");
  if (!(await paypal.isGenuine(signature, body).catch(tellAgain))) throw unsigned();
  const news = readWebhook(body);
  if (news) await heed(context, news).catch(tellAgain);
};
