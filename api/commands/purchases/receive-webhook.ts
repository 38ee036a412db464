import type { IncomingHttpHeaders } from "node:http";
import { callPerson } from "#infra/operations/call-person.ts";
import { findPurchaseOfCapture, findPurchaseOfOrder } from "#infra/operations/find-purchase.ts";
import { SignatureHeaders } from "#infra/payments/paypal.ts";
import { settlePurchase } from "#infra/operations/settle-purchase.ts";
import { takeCreditsBack } from "#infra/operations/take-credits-back.ts";
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

const findPurchase = async ({ reads }: Context, { orderId, captureIds }: PaymentNews) =>
  (orderId === null ? undefined : await findPurchaseOfOrder(reads, orderId)) ??
  findPurchaseOfCapture(reads, captureIds);

/** A refund of an unknown payment needs a human decision. */
const tellOfUnknown = ({ logger }: Context, { type, orderId, captureIds, refund }: PaymentNews) => {
  if (refund)
    callPerson(
      logger,
      "payment",
      { type, captureIds },
      "a person must look at this: money of an unknown payment went back",
    );
  else logger.warn({ type, orderId }, "a webhook of an unknown order");
};

const heed = async (context: Context, news: PaymentNews): Promise<void> => {
  const { type, captureIds, refund } = news;
  const purchase = await findPurchase(context, news);
  if (!purchase) return tellOfUnknown(context, news);
  const { id: transactionId, orderId } = purchase;
  const deniedCapture = type === "PAYMENT.CAPTURE.DENIED" ? captureIds[0] : undefined;
  const settling = { ...context, paypal: requirePayPal(context) };
  const { status } = await settlePurchase(settling, transactionId, { deniedCapture });
  context.logger.info({ type, orderId, transactionId, status }, "a webhook was heeded");
  if (refund) await takeCreditsBack(settling, purchase, refund);
};

/**
 * Handles a PayPal webhook. It only triggers a lookup at PayPal, so webhooks may arrive twice, late
 * or out of order. Throws malformed without a valid signature, and unavailable on failure, after
 * which PayPal repeats it.
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
