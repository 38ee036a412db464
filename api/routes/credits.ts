import { z } from "zod";
import {
  CaptureRequest,
  CaptureResponse,
  Credits,
  PurchaseReference,
  PurchaseRequest,
  PurchaseResponse,
  Transaction,
} from "#shared/contract/credits.ts";
import {
  cancelPurchase,
  dismissPurchase,
  resumePurchase,
} from "../commands/purchases/change-own-purchase.ts";
import { capturePurchase } from "../commands/purchases/capture-purchase.ts";
import { getUser } from "../queries/accounts/get-user.ts";
import { listTransactions } from "../queries/accounts/list-transactions.ts";
import { purchaseCredits } from "../commands/purchases/purchase-credits.ts";
import { receiveWebhook } from "../commands/purchases/receive-webhook.ts";
import { IdempotencyHeaders } from "../http/request-headers.ts";
import { route } from "../http/route.ts";

/**
 * The limit per user counts first, so that a user over it does not use up the limit of the whole
 * network.
 */
const buildPayPalLimits = (throttle: "purchase" | "capture") =>
  [
    { throttle, by: "user" },
    { throttle: "paypalFromAddress", by: "address" },
  ] as const;

export const creditRoutes = [
  route(
    {
      method: "get",
      path: "/credits",
      cost: "row",
      summary: "Get the user's credits",
      as: "user",
      status: 200,
      answer: Credits,
    },
    async ({ context, viewer }) => ({ credits: (await getUser(context, viewer)).credits }),
  ),
  route(
    {
      method: "get",
      path: "/credits/transactions",
      cost: "list",
      summary: "List the user's purchases, newest first",
      as: "user",
      status: 200,
      answer: z.array(Transaction),
    },
    ({ context, viewer }) => listTransactions(context, viewer),
  ),
  route(
    {
      method: "post",
      path: "/credits/purchase",
      summary: "Create an order for credits; the buyer approves it at PayPal",
      as: "user",
      limit: buildPayPalLimits("purchase"),
      headers: IdempotencyHeaders,
      body: PurchaseRequest,
      status: 201,
      answer: PurchaseResponse,
    },
    ({ context, viewer, body, headers }) =>
      purchaseCredits(context, viewer, body, headers["idempotency-key"]),
  ),
  route(
    {
      method: "post",
      path: "/credits/capture",
      summary: "Capture an approved order; idempotent",
      as: "user",
      limit: buildPayPalLimits("capture"),
      body: CaptureRequest,
      status: 200,
      answer: CaptureResponse,
    },
    ({ context, viewer, body }) => capturePurchase(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/credits/cancel",
      summary: "Record that the buyer left the payment; the purchase stays pending",
      as: "user",
      limit: { throttle: "capture", by: "user" },
      body: PurchaseReference,
      status: 204,
    },
    ({ context, viewer, body }) => cancelPurchase(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/credits/resume",
      summary: "Resume the payment of an unpaid purchase with its order",
      as: "user",
      limit: { throttle: "capture", by: "user" },
      body: PurchaseReference,
      status: 200,
      answer: PurchaseResponse,
    },
    ({ context, viewer, body }) => resumePurchase(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/credits/dismiss",
      summary: "Dismiss a pending or cancelled purchase",
      as: "user",
      limit: { throttle: "capture", by: "user" },
      body: PurchaseReference,
      status: 204,
    },
    ({ context, viewer, body }) => dismissPurchase(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/webhooks/paypal",
      summary: "Receive events of orders and payments from PayPal",
      as: "anyone",
      isSigned: true,
      limit: { throttle: "webhook", by: "address" },
      status: 200,
    },
    ({ context, body }, { req }) => receiveWebhook(context, req.headers, body),
  ),
];
