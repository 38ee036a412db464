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
      refund: { id: "REFUND", money: { cents: 599, currency: "USD" } },
    });
  });

  it("about a refund without a readable amount has no amount", () => {
    const refund = { id: "REFUND", amount: { value: "much" } };
    expect(read("PAYMENT.CAPTURE.REVERSED", refund)?.refund).toEqual({ id: "REFUND" });
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
