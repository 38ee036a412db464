import { parseWebhook } from "#infra/payments/webhook-event.ts";

const read = (event_type: string, resource: unknown) =>
  parseWebhook(JSON.stringify({ event_type, resource }));
const ofOrder = { supplementary_data: { related_ids: { order_id: "ORDER" } } };

describe("a parsed webhook", () => {
  it("about an order has the id of the order", () => {
    expect(read("CHECKOUT.ORDER.APPROVED", { id: "ORDER" })).toEqual({
      type: "CHECKOUT.ORDER.APPROVED",
      orderId: "ORDER",
      captureIds: [],
      refund: null,
    });
  });

  it("about a payment has its id and the id of its order", () => {
    expect(read("PAYMENT.CAPTURE.DENIED", { id: "PAYMENT", ...ofOrder })).toEqual({
      type: "PAYMENT.CAPTURE.DENIED",
      orderId: "ORDER",
      captureIds: ["PAYMENT"],
      refund: null,
    });
  });

  const captures = "https://api.paypal.com/v2/payments/captures";
  it.each([
    ["a link to its payment", { links: [{ rel: "up", href: `${captures}/PAYMENT` }] }, ["PAYMENT"]],
    ["other links", { links: [{ rel: "self", href: `${captures}/PAYMENT` }] }, []],
    ["a longer link", { links: [{ rel: "up", href: `${captures}/PAYMENT/refund` }] }, []],
    ["no links", {}, []],
    ["invalid links", { links: "none" }, []],
  ])("about a refund with %s has the payments that it names, and itself", (_what, more, named) => {
    const amount = { value: "5.99", currency_code: "USD" };
    expect(read("PAYMENT.CAPTURE.REFUNDED", { id: "REFUND", amount, ...more })).toEqual({
      type: "PAYMENT.CAPTURE.REFUNDED",
      orderId: null,
      captureIds: [...named, "REFUND"],
      refund: {
        type: "refunded",
        refundId: "REFUND",
        kind: "refund",
        money: { cents: 599, currency: "USD" },
      },
    });
  });

  it("about a refund without a readable amount has no amount", () => {
    const refund = { id: "REFUND", amount: { value: "much" } };
    expect(read("PAYMENT.CAPTURE.REVERSED", refund)?.refund).toEqual({
      type: "refunded",
      refundId: "REFUND",
      kind: "reversal",
      money: undefined,
    });
  });

  const AMOUNT = { value: "2.00", currency_code: "USD" };
  const MONEY = { cents: 200, currency: "USD" };
  const refunded = (kind: string, money = MONEY) => ({
    type: "refunded",
    refundId: "R",
    kind,
    money,
  });
  const failed = { type: "refund_failed", refundId: "R", money: MONEY };
  it.each([
    ["PAYMENT.CAPTURE.REFUNDED", { status: "PENDING" }, refunded("refund")],
    ["PAYMENT.REFUND.PENDING", { status: "PENDING" }, refunded("refund")],
    ["PAYMENT.REFUND.FAILED", { status: "FAILED" }, failed],
    ["PAYMENT.REFUND.FAILED", {}, failed],
    ["PAYMENT.CAPTURE.REFUNDED", { status: "CANCELLED" }, failed],
    [
      "PAYMENT.CAPTURE.REFUNDED",
      { status: "NEW" },
      { type: "unreadable", problem: "a refund (R) has an unknown status" },
    ],
    ["PAYMENT.CAPTURE.REVERSED", { status: "NEW" }, refunded("reversal")],
    [
      "PAYMENT.CAPTURE.REVERSED",
      {
        seller_payable_breakdown: {
          total_refunded_amount: { value: "5.00", currency_code: "USD" },
        },
      },
      refunded("total", { cents: 500, currency: "USD" }),
    ],
  ])("of the type %s with %j is %j", (type, more, refund) => {
    expect(read(type, { id: "R", amount: AMOUNT, ...more })?.refund).toEqual(refund);
  });

  const dispute = (outcome?: string) => ({
    dispute_id: "D",
    disputed_transactions: [{ seller_transaction_id: "PAYMENT" }],
    ...(outcome !== undefined && { dispute_outcome: { outcome_code: outcome } }),
  });
  it.each([
    ["RESOLVED_SELLER_FAVOUR", { type: "reversal_cancelled" }],
    ["RESOLVED_WITH_PAYOUT", { type: "reversal_cancelled" }],
    ["CANCELED_BY_BUYER", { type: "reversal_cancelled" }],
    ["NEW", { type: "unreadable", problem: "a dispute ended with an unknown outcome" }],
    [undefined, { type: "unreadable", problem: "a dispute ended with an unknown outcome" }],
  ])("about a dispute with the outcome %s names its payment", (outcome, refund) => {
    const type = "CUSTOMER.DISPUTE.RESOLVED";
    expect(read(type, dispute(outcome))).toEqual({
      type,
      orderId: null,
      captureIds: ["PAYMENT"],
      refund,
    });
  });

  it("about a lost, open or unreadable dispute is ignored", () => {
    expect(read("CUSTOMER.DISPUTE.RESOLVED", dispute("RESOLVED_BUYER_FAVOUR"))).toBeNull();
    expect(read("CUSTOMER.DISPUTE.CREATED", dispute())).toBeNull();
    expect(read("CUSTOMER.DISPUTE.RESOLVED", { dispute_id: "D" })).toBeNull();
  });

  it.each([
    ["no event", "[]"],
    ["an event without a type", '{"resource":{"id":"ORDER"}}'],
    ["an order without an id", '{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{}}'],
    ["an order without data", '{"event_type":"CHECKOUT.ORDER.APPROVED"}'],
    [
      "a payment without an id",
      JSON.stringify({ event_type: "PAYMENT.CAPTURE.COMPLETED", resource: ofOrder }),
    ],
    [
      "a payment without an order",
      '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"PAYMENT"}}',
    ],
    [
      "a payment with empty related ids",
      JSON.stringify({
        event_type: "PAYMENT.CAPTURE.COMPLETED",
        resource: { id: "PAYMENT", supplementary_data: { related_ids: {} } },
      }),
    ],
    ["an event about a customer", '{"event_type":"CUSTOMER.CREATED","resource":{"id":"PERSON"}}'],
  ])("that is %s is ignored", (_what, body) => expect(parseWebhook(body)).toBeNull());
});
