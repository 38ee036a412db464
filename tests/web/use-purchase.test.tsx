/** @jest-environment ./tests/web/browser.cjs */
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { usePurchase } from "#web/features/credits/use-purchase.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { useToasts } from "#web/lib/toast.ts";
import { useFakeApi } from "./page-harness.tsx";

const fakeApi = useFakeApi();

const client = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const FIVE = { packageIndex: 1, transactionId: null };
const PURCHASE_RESPONSE = { orderId: "ORDER", transactionId: 7 };
type FakeResponse = [status: number, body?: object, headers?: Record<string, string>];

/** Text of the toast after the buyer's approval, given the responses to the captures. */
const getToastAfter = async (...answers: FakeResponse[]) => {
  fakeApi().respond({
    "POST /api/credits/purchase": [201, PURCHASE_RESPONSE],
    "POST /api/credits/capture": () => answers.shift() ?? [501],
  });
  let ends = 0;
  const { result } = renderHook(() => usePurchase(FIVE, () => ends++), { wrapper });
  await result.current.createOrder();
  await result.current.onApprove({}, { restart: () => undefined });
  expect(ends).toBe(1);
  const { title, description } = useToasts.getState().current ?? {};
  return [title, description];
};
const captures = () => fakeApi().requests.filter(({ path }) => path === "/api/credits/capture");
const refusal = (code: string, message = "Not so.") => ({ code, message });

const TRY_AGAIN = "There was an error processing your payment. Please try again.";
const CONTACT_SUPPORT =
  "Failed to process payment. Please contact support if your account was charged.";
const DONE: FakeResponse = [200, { status: "completed", credits: 6 }];
const TOO_MANY: FakeResponse = [429, refusal("too_many_requests"), { "Retry-After": "0" }];

test("two presses on the payment button order once", async () => {
  fakeApi().respond({ "POST /api/credits/purchase": [201, PURCHASE_RESPONSE] });
  const { result } = renderHook(() => usePurchase(FIVE, () => undefined), { wrapper });
  const orders = [result.current.createOrder(), result.current.createOrder()];
  expect(await Promise.all(orders)).toEqual(["ORDER", "ORDER"]);
  expect(fakeApi().requests.filter(({ path }) => path === "/api/credits/purchase")).toHaveLength(1);
});

describe("an approved payment", () => {
  test("shows that it can be tried again when the server refuses it", async () => {
    expect(await getToastAfter([409, refusal("conflict")])).toEqual(["Purchase failed", TRY_AGAIN]);
  });

  test("shows the provider's reason when it was declined", async () => {
    const declined = refusal("payment_declined", "The card has expired.");
    expect(await getToastAfter([422, declined])).toEqual(["PayPal Error", "The card has expired."]);
  });

  test.each<[string, FakeResponse]>([
    ["the session has ended", [401, refusal("unauthenticated")]],
    ["a proxy refused", [403]],
    ["the purchase was not found", [404, refusal("not_found")]],
    ["the server failed", [500, refusal("internal")]],
    ["PayPal is unavailable", [503, refusal("unavailable")]],
    ["the answer is incomplete", [200]],
  ])("asks the user to contact support when its outcome is unknown: %s", async (_why, answer) => {
    expect(await getToastAfter(answer)).toEqual(["Purchase failed", CONTACT_SUPPORT]);
  });

  test("is captured again after a rate limit", async () => {
    const toast = await getToastAfter(TOO_MANY, DONE);
    expect(toast).toEqual(["Purchase successful", "Your credits have been added to your account."]);
    expect(captures().map(({ body }) => body)).toEqual([PURCHASE_RESPONSE, PURCHASE_RESPONSE]);
  });

  test("asks the user to contact support after a second rate limit", async () => {
    expect(await getToastAfter(TOO_MANY, TOO_MANY, DONE)).toEqual([
      "Purchase failed",
      CONTACT_SUPPORT,
    ]);
  });
});
