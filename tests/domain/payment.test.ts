import {
  type AgreedPurchase,
  hasDeclinedCapture,
  assessOrder,
} from "#shared/domain/billing/payment.ts";
import { PayPalOrder } from "#infra/payments/paypal-order.ts";

const AGREED: AgreedPurchase = { id: 7, amount: 599, currency: "USD", captureId: null };
const FIVE_99 = { currency_code: "USD", value: "5.99" };

type JsonObject = Record<string, unknown>;
const capture = (status: string, more: JsonObject = {}): JsonObject => ({
  id: `${status} one`,
  status,
  amount: FIVE_99,
  custom_id: "7",
  ...more,
});
const unit = (...captures: JsonObject[]): JsonObject => ({
  amount: FIVE_99,
  custom_id: "7",
  payments: { captures },
});
/** An order as PayPal writes it. */
const order = (status: string | undefined, ...units: JsonObject[]) =>
  PayPalOrder.parse({ id: "ORDER", status, purchase_units: units });

const NOT_ONE = { type: "mismatched", failure: "the order is not for one thing" };
const NOT_OURS = { type: "mismatched", failure: "the order carries another purchase's id" };
const NOT_AGREED = {
  type: "mismatched",
  failure: "amount or currency differ from what was agreed",
};
const DENIED = { type: "closed", failure: "the payment was denied" };
const REFUNDED = { type: "mismatched", failure: "the payment was refunded" };

describe("an order without a payment", () => {
  it.each([
    ["CREATED", { type: "open" }],
    ["SAVED", { type: "open" }],
    ["PAYER_ACTION_REQUIRED", { type: "open" }],
    ["PARTIALLY_COMPLETED", { type: "open" }],
    ["PENDING_APPROVAL", { type: "open" }],
    ["WHATEVER COMES", { type: "open" }],
    [undefined, { type: "open" }],
    ["APPROVED", { type: "approved" }],
    ["VOIDED", { type: "closed", failure: "the order was voided" }],
  ])("with PayPal's status %s is %j", (status, finding) => {
    expect(assessOrder(AGREED, order(status, unit()))).toEqual(finding);
    const { payments: _none, ...untried } = unit();
    expect(assessOrder(AGREED, order(status, untried))).toEqual(finding);
    expect(assessOrder(AGREED, order(status, { ...untried, payments: {} }))).toEqual(finding);
  });
});

describe("an order with payments", () => {
  it.each([
    [["COMPLETED"], { type: "paid", captureId: "COMPLETED one" }],
    [["DECLINED", "COMPLETED"], { type: "paid", captureId: "COMPLETED one" }],
    [["PENDING"], { type: "capture_pending", captureId: "PENDING one" }],
    [["DECLINED", "PENDING"], { type: "capture_pending", captureId: "PENDING one" }],
    [["REFUNDED"], REFUNDED],
    [["PARTIALLY_REFUNDED"], { type: "paid", captureId: "PARTIALLY_REFUNDED one", refunds: [] }],
    [["REFUNDED", "COMPLETED"], { type: "paid", captureId: "COMPLETED one" }],
    [["PENDING", "REFUNDED"], REFUNDED],
    [["DECLINED"], { type: "approved" }],
    [["FAILED"], { type: "approved" }],
  ])("that are %p is %j", (statuses, finding) => {
    const captures = statuses.map((status) => capture(status));
    expect(assessOrder(AGREED, order("APPROVED", unit(...captures)))).toEqual(finding);
  });

  it.each(["DECLINED", "FAILED"])(
    "is closed when its pending payment becomes %s, but not when another payment does",
    (status) => {
      const assessDeclined = (captureId: string) =>
        assessOrder(
          { ...AGREED, captureId },
          order("PAYER_ACTION_REQUIRED", unit(capture(status))),
        );
      expect(assessDeclined(`${status} one`)).toEqual(DENIED);
      expect(assessDeclined("an earlier one")).toEqual({ type: "open" });
    },
  );

  it.each([
    [["DECLINED"], DENIED],
    [["FAILED", "DECLINED"], DENIED],
    [["DECLINED", "PENDING"], { type: "capture_pending", captureId: "PENDING one" }],
    [["DECLINED", "COMPLETED"], { type: "paid", captureId: "COMPLETED one" }],
    [[], { type: "open" }],
  ])("that are %p, and that is completed, is %j", (statuses, finding) => {
    const captures = statuses.map((status) => capture(status));
    expect(assessOrder(AGREED, order("COMPLETED", unit(...captures)))).toEqual(finding);
  });

  it("is not closed while its payment is still pending", () => {
    const agreed = { ...AGREED, captureId: "PENDING one" };
    expect(assessOrder(agreed, order("COMPLETED", unit(capture("PENDING"))))).toMatchObject({
      type: "capture_pending",
    });
  });

  it("has a declined capture when one payment was declined or failed", () => {
    const declined = (...captures: JsonObject[]) =>
      hasDeclinedCapture(order("APPROVED", unit(...captures)));
    expect(declined()).toBe(false);
    expect(declined(capture("PENDING"))).toBe(false);
    expect(declined(capture("PENDING"), capture("DECLINED"))).toBe(true);
    expect(declined(capture("FAILED"))).toBe(true);
  });
});

describe("an order that is compared with its purchase", () => {
  const paid = capture("COMPLETED");
  it.each([
    ["is mismatched without a unit", [], NOT_ONE],
    ["is mismatched with two units", [unit(paid), unit()], NOT_ONE],
    ["is mismatched with another id", [{ ...unit(paid), custom_id: "8" }], NOT_OURS],
    [
      "is mismatched if its payment has another id",
      [unit(capture("COMPLETED", { custom_id: "8" }))],
      NOT_OURS,
    ],
    [
      "is mismatched without an id",
      [{ ...unit(capture("COMPLETED", { custom_id: undefined })), custom_id: undefined }],
      NOT_OURS,
    ],
    [
      "is mismatched with another amount",
      [{ ...unit(paid), amount: { ...FIVE_99, value: "5.98" } }],
      NOT_AGREED,
    ],
    [
      "is mismatched if its payment has another amount",
      [unit(capture("COMPLETED", { amount: { ...FIVE_99, value: "59.90" } }))],
      NOT_AGREED,
    ],
    [
      "is mismatched if its payment has another currency",
      [unit(capture("COMPLETED", { amount: { ...FIVE_99, currency_code: "EUR" } }))],
      NOT_AGREED,
    ],
  ])("%s", (_what, units, finding) => {
    expect(assessOrder(AGREED, order("COMPLETED", ...units))).toEqual(finding);
  });

  it("is paid if only the unit or only its payment has the id", () => {
    const bare = { payments: { captures: [paid] } };
    expect(assessOrder(AGREED, order("COMPLETED", bare))).toMatchObject({ type: "paid" });
    const unitWithoutId = unit(capture("COMPLETED", { custom_id: undefined }));
    expect(assessOrder(AGREED, order("COMPLETED", unitWithoutId))).toMatchObject({ type: "paid" });
  });
});

describe("an amount in a PayPal order", () => {
  const cents = (value: string) =>
    PayPalOrder.safeParse({
      id: "ORDER",
      status: "CREATED",
      purchase_units: [{ amount: { currency_code: "USD", value } }],
    }).data?.units[0]?.amount?.cents;

  it.each([
    ["5.99", 599],
    ["19.99", 1999],
    ["1.1", 110],
    ["12", 1200],
    ["0.07", 7],
  ])("of %s is %d cents", (value, expected) => {
    expect(cents(value)).toBe(expected);
  });

  it.each(["5.999", "5.", ".99", "-5.99", "5,99", "5.99 USD", "$5.99", ""])(
    "is rejected: %p",
    (value) => {
      expect(cents(value)).toBeUndefined();
    },
  );
});
