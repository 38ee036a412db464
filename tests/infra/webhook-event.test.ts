import { parseWebhook } from "#infra/payments/webhook-event.ts";

const read = (event_type: string, resource: unknown) =>
  parseWebhook(JSON.stringify({ event_type, resource }));
const ofOrder = { supplementary_data: { related_ids: { order_id: "ORDER" } } };

describe("what PayPal tells", () => {
  it("of an order is about it", () => {
    expect(read("CHECKOUT.ORDER.APPROVED", { id: "ORDER" })).toEqual({
      type: "CHECKOUT.ORDER.APPROVED",
      orderId: "ORDER",
      captureIds: [],
      refund: null,
    });
  });

  it("of a payment is about it and the order it names", () => {
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
    ["a link to more", { links: [{ rel: "up", href: `${captures}/PAYMENT/refund` }] }, []],
    ["nothing", {}, []],
    ["links that are none", { links: "none" }, []],
  ])("of money that went back with %s is about what it names, and itself", (_what, more, named) => {
    const amount = { value: "5.99", currency_code: "USD" };
    expect(read("PAYMENT.CAPTURE.REFUNDED", { id: "REFUND", amount, ...more })).toEqual({
      type: "PAYMENT.CAPTURE.REFUNDED",
      orderId: null,
      captureIds: [...named, "REFUND"],
      refund: { id: "REFUND", money: { cents: 599, currency: "USD" } },
    });
  });

  it("of money that went back without a readable amount is of all of it", () => {
    const refund = { id: "REFUND", amount: { value: "much" } };
    expect(read("PAYMENT.CAPTURE.REVERSED", refund)?.refund).toEqual({ id: "REFUND" });
  });

  it.each([
    ["no event", "[]"],
    ["no type", '{"resource":{"id":"ORDER"}}'],
    ["an order without an id", '{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{}}'],
    ["no order at all", '{"event_type":"CHECKOUT.ORDER.APPROVED"}'],
    [
      "a payment without an id",
      JSON.stringify({ event_type: "PAYMENT.CAPTURE.COMPLETED", resource: ofOrder }),
    ],
    [
      "a payment of no order",
      '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"PAYMENT"}}',
    ],
    [
      "a payment of an order it does not name",
      JSON.stringify({
        event_type: "PAYMENT.CAPTURE.COMPLETED",
        resource: { id: "PAYMENT", supplementary_data: { related_ids: {} } },
      }),
    ],
    ["something else", '{"event_type":"CUSTOMER.CREATED","resource":{"id":"PERSON"}}'],
  ])("that is %s is none of our business", (_what, body) => expect(parseWebhook(body)).toBeNull());
});
