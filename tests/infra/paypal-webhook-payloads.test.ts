import {
  parsePayPalError,
  createNoResponseError,
  PayPalError,
} from "#infra/payments/paypal-error.ts";
import { parseWebhook } from "#infra/payments/webhook-event.ts";

describe("a PayPal webhook", () => {
  const parse = (event: unknown) => parseWebhook(JSON.stringify(event));

  it("about an order has its id", () => {
    const event = { event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: "ORDER" } };
    expect(parse(event)).toMatchObject({
      type: event.event_type,
      orderId: "ORDER",
      captureIds: [],
    });
  });

  it("about a payment has its id and the id of its order", () => {
    const related = { supplementary_data: { related_ids: { order_id: "ORDER" } } };
    const event = {
      event_type: "PAYMENT.CAPTURE.COMPLETED",
      resource: { id: "CAPTURE", ...related },
    };
    expect(parse(event)).toEqual({
      type: "PAYMENT.CAPTURE.COMPLETED",
      orderId: "ORDER",
      captureIds: ["CAPTURE"],
      refund: null,
    });
  });

  it.each([
    ["no event", []],
    ["an event without a type", { resource: { id: "X" } }],
    ["an order without an id", { event_type: "CHECKOUT.ORDER.APPROVED", resource: {} }],
    ["an event without a resource", { event_type: "PAYMENT.CAPTURE.DENIED" }],
    ["a payment without data", { event_type: "PAYMENT.CAPTURE.DENIED", resource: null }],
    ["a payment without an order", { event_type: "PAYMENT.CAPTURE.DENIED", resource: { id: "X" } }],
    [
      "a payment with empty supplementary data",
      { event_type: "PAYMENT.CAPTURE.DENIED", resource: { id: "X", supplementary_data: {} } },
    ],
    [
      "a payment with empty related ids",
      {
        event_type: "PAYMENT.CAPTURE.DENIED",
        resource: { id: "X", supplementary_data: { related_ids: {} } },
      },
    ],
    ["an event about a plan", { event_type: "BILLING.PLAN.X", resource: { id: "X" } }],
  ])("that is %s is ignored", (_what, event) => {
    expect(parse(event)).toBeNull();
  });
});

describe("a PayPal error", () => {
  const said = (body: string, status = 422) => parsePayPalError(new Response(body, { status }));

  it("has the first detail's message and issue", async () => {
    const body = {
      name: "UNPROCESSABLE_ENTITY",
      message: "The requested action could not be performed.",
      debug_id: "d1",
      details: [{ issue: "INSTRUMENT_DECLINED", description: "The card was declined." }],
    };
    expect(await said(JSON.stringify(body))).toMatchObject({
      name: "PayPalError",
      message: "The card was declined.",
      status: 422,
      issue: "INSTRUMENT_DECLINED",
      debugId: "d1",
    });
  });

  it.each([
    ['{"name":"N","message":"M"}', "M", "N"],
    ['{"name":"N","message":"M","details":[]}', "M", "N"],
    ['{"name":"N"}', "PayPal answered 500", "N"],
    ['{"message":1}', "PayPal answered 500", ""],
    ["<h1>Bad gateway</h1>", "PayPal answered 500", ""],
    ["", "PayPal answered 500", ""],
  ])("uses other fields when there are no details: %s", async (body, message, issue) => {
    expect(await said(body, 500)).toMatchObject({ message, issue, debugId: undefined });
  });

  it.each([
    [0, false],
    [399, false],
    [400, true],
    [401, false],
    [404, true],
    [408, false],
    [409, false],
    [422, true],
    [429, false],
    [499, true],
    [500, false],
    [503, false],
  ])("with status %d is a refusal: %p", (status, isRefusal) => {
    expect(new PayPalError("", { status }).isRefusal).toBe(isRefusal);
  });

  it("without a response is no refusal and keeps its cause", () => {
    const cause = new TypeError("fetch failed");
    expect(createNoResponseError(cause)).toMatchObject({
      message: "PayPal did not answer",
      status: 0,
      issue: "",
      isRefusal: false,
      cause,
    });
  });

  it("is logged with its status and codes, without the message for the buyer", () => {
    const details = { status: 422, issue: "INSTRUMENT_DECLINED", debugId: "a_b-1" };
    expect(new PayPalError("The card of bob@a.test was declined.", details).facts()).toEqual({
      message: "PayPal answered 422",
      ...details,
    });
    expect(createNoResponseError(undefined).facts()).toEqual({
      message: "PayPal did not answer",
      status: 0,
      issue: undefined,
      debugId: undefined,
    });
  });

  it.each([
    ["as long as allowed", "a".repeat(64), true],
    ["too long", "a".repeat(65), false],
    ["invalid at its start", "bob@a", false],
    ["invalid at its end", "a@bob", false],
    ["empty", "", false],
    ["missing", undefined, false],
  ])("is logged with a code that is %s: %s", (_what, expected, isLogged) => {
    const { issue, debugId } = new PayPalError("", {
      status: 400,
      ...(expected !== undefined && { issue: expected }),
      debugId: expected,
    }).facts();
    expect([issue, debugId]).toEqual(isLogged ? [expected, expected] : [undefined, undefined]);
  });
});
