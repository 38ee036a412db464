/** @jest-environment ./tests/web/browser.cjs */
import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { usePurchase } from "#web/features/credits/use-purchase.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { useToasts } from "#web/lib/toast.ts";
import { useFakeApi } from "./page-harness.tsx";

const site = useFakeApi();

const client = createQueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const FIVE = { packageIndex: 1, transactionId: null };
const ORDERED = { orderId: "ORDER", transactionId: 7 };
type Answered = [status: number, body?: object, headers?: Record<string, string>];

/** Title and description of the toast after an approval, for the given answers to the captures. */
const toldOf = async (...answers: Answered[]) => {
  site().answer({
    "POST /api/credits/purchase": [201, ORDERED],
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
const captures = () => site().asked.filter(({ path }) => path === "/api/credits/capture");
const refusal = (code: string, message = "Not so.") => ({ code, message });

const TRY_AGAIN = "There was an error processing your payment. Please try again.";
const NOBODY_KNOWS =
  "Failed to process payment. Please contact support if your account was charged.";
const DONE: Answered = [200, { status: "completed", credits: 6 }];
const TOO_MANY: Answered = [429, refusal("too_many_requests"), { "Retry-After": "0" }];

test("two presses on the payment button order once", async () => {
  site().answer({ "POST /api/credits/purchase": [201, ORDERED] });
  const { result } = renderHook(() => usePurchase(FIVE, () => undefined), { wrapper });
  const orders = [result.current.createOrder(), result.current.createOrder()];
  expect(await Promise.all(orders)).toEqual(["ORDER", "ORDER"]);
  expect(site().asked.filter(({ path }) => path === "/api/credits/purchase")).toHaveLength(1);
});

describe("an approved payment", () => {
  test("shows that it can be tried again when the server refuses it", async () => {
    expect(await toldOf([409, refusal("conflict")])).toEqual(["Purchase failed", TRY_AGAIN]);
  });

  test("shows the provider's reason when it was declined", async () => {
    const declined = refusal("payment_declined", "The card has expired.");
    expect(await toldOf([422, declined])).toEqual(["PayPal Error", "The card has expired."]);
  });

  test.each<[string, Answered]>([
    ["the session has ended", [401, refusal("unauthenticated")]],
    ["a proxy refused", [403]],
    ["the purchase was not found", [404, refusal("not_found")]],
    ["the server failed", [500, refusal("internal")]],
    ["PayPal is unavailable", [503, refusal("unavailable")]],
    ["the answer is incomplete", [200]],
  ])("asks the user to contact support when its outcome is unknown: %s", async (_why, answer) => {
    expect(await toldOf(answer)).toEqual(["Purchase failed", NOBODY_KNOWS]);
  });

  test("is captured again after a rate limit", async () => {
    const told = await toldOf(TOO_MANY, DONE);
    expect(told).toEqual(["Purchase successful", "Your credits have been added to your account."]);
    expect(captures().map(({ body }) => body)).toEqual([ORDERED, ORDERED]);
  });

  test("asks the user to contact support after a second rate limit", async () => {
    expect(await toldOf(TOO_MANY, TOO_MANY, DONE)).toEqual(["Purchase failed", NOBODY_KNOWS]);
  });
});
