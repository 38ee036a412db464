import type { IncomingHttpHeaders } from "node:http";
import { raiseAlert } from "#infra/services/raise-alert.ts";
import {
  findPurchaseByCapture,
  findPurchaseByOrder,
} from "#infra/services/purchases/find-purchase.ts";
import { SignatureHeaders } from "#infra/payments/verify-webhook.ts";
import { settlePurchase } from "#infra/services/purchases/settle-purchase.ts";
import { recordPurchaseEvents } from "#infra/services/purchases/record-purchase-event.ts";
import type { SettlementDeps } from "#infra/services/purchases/settlement-deps.ts";
import { type PaymentWebhook, parseWebhook } from "#infra/payments/webhook-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import { requirePayPal, rethrowAsUnavailable } from "./require-paypal.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const createUnsignedError = (): DomainError =>
  new DomainError("malformed", "This webhook is not signed by PayPal.");

const findWebhookPurchase = async (
  { sql }: Pick<Context, "sql">,
  { orderId, captureIds }: PaymentWebhook,
) =>
  (orderId === null ? undefined : await findPurchaseByOrder(sql, orderId)) ??
  findPurchaseByCapture(sql, captureIds);

/**
 * Alerts an operator about a refund of an unknown payment, and logs other events of unknown orders.
 */
const reportUnknownPayment = (
  { logger }: Pick<Context, "logger">,
  { type, orderId, captureIds, refund }: PaymentWebhook,
) => {
  if (refund?.type === "refunded")
    raiseAlert(
      logger,
      "payment",
      { type, captureIds },
      "a person must look at this: money of an unknown payment went back",
    );
  else logger.warn({ type, orderId }, "webhook.unknown_order");
};

type ReceiveWebhookDeps = Pick<
  Context,
  "env" | "logger" | "db" | "sql" | "enqueue" | "announce" | "paypal"
>;

const handleWebhook = async (
  context: ReceiveWebhookDeps,
  webhook: PaymentWebhook,
): Promise<void> => {
  const { type, captureIds, refund } = webhook;
  const purchase = await findWebhookPurchase(context, webhook);
  if (!purchase) return reportUnknownPayment(context, webhook);
  const { id: transactionId, orderId } = purchase;
  const deniedCapture = type === "PAYMENT.CAPTURE.DENIED" ? captureIds[0] : undefined;
  const settlementDeps: SettlementDeps = { ...context, paypal: requirePayPal(context) };
  const isRefundKnown = refund?.type === "refunded" && refund.money !== undefined;
  const { status } = await settlePurchase(settlementDeps, transactionId, {
    deniedCapture,
    isRefundKnown,
  });
  context.logger.info({ type, orderId, transactionId, status }, "webhook.received");
  if (refund) await recordPurchaseEvents(settlementDeps, transactionId, [refund]);
};

/**
 * Handles a PayPal webhook. A webhook only triggers a lookup at PayPal, so it may arrive twice,
 * late or out of order. Throws `malformed` without a valid signature, and `unavailable` on failure,
 * after which PayPal sends the webhook again.
 */
export const receiveWebhook = async (
  context: ReceiveWebhookDeps,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const { data: signature } = SignatureHeaders.safeParse(headers);
  if (!signature || !isJson(body)) throw createUnsignedError();
  const paypal = requirePayPal(context);
  const rethrow = rethrowAsUnavailable("PayPal is not available now.");
  if (!(await paypal.verifyWebhook(signature, body).catch(rethrow))) throw createUnsignedError();
  const webhook = parseWebhook(body);
  if (webhook) await handleWebhook(context, webhook).catch(rethrow);
};
