import { readWebhook } from "#infra/payments/webhook-event.ts";

const read = (event_type: string, resource: unknown) =>
  readWebhook(JSON.stringify({ event_type, resource }));
const ofOrder = { supplementary_data: { related_ids: { order_id: "ORDER" } } };

describe("what PayPal tells", () => {
  it("of an order is about it", () => {
    expect(read("CHECKOUT.ORDER.APPROVED", { id: "ORDER" })).toEqual({
      type: "CHECKOUT.ORDER.APPROVED",
      orderId: "ORDER",
      captureId: null,
    });
  });

  it("of a payment is about it and the order it names", () => {
    expect(read("PAYMENT.CAPTURE.DENIED", { id: "PAYMENT", ...ofOrder })).toEqual({
      type: "PAYMENT.CAPTURE.DENIED",
      orderId: "ORDER",
      captureId: "PAYMENT",
    });
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
  ])("that is %s is none of our business", (_what, body) => expect(readWebhook(body)).toBeNull());
});
