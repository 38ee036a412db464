import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CaptureResponse, PurchaseResponse } from "#shared/contract/credits.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { creditsQuery } from "#web/lib/auth/account-queries.ts";
import { sleep } from "#web/lib/time/delays.ts";
import { useIdempotencyKeys } from "#web/lib/api/idempotency-keys.ts";
import { request } from "#web/lib/api/request.ts";
import { paymentToasts } from "./payment-toasts.ts";
import { purchasesQuery } from "./purchases-query.ts";
import type { PaymentSelection } from "./payment-selection.ts";

/** Passed in by PayPal's script. `restart` reopens PayPal's window after a declined payment. */
interface ApproveActions {
  restart(): void;
}

/** An error of PayPal's script or of React. Only React's errors have a `componentStack`. */
interface ButtonError {
  message?: unknown;
  componentStack?: unknown;
}

/** Captures an approved order. Repeats the request once if it was rate limited. */
const capturePayment = async (body: PurchaseResponse | undefined): Promise<CaptureResponse> => {
  const sendCapture = () => request<CaptureResponse>("POST", "/api/credits/capture", { body });
  try {
    return await sendCapture();
  } catch (err) {
    const isRateLimited = err instanceof ApiError && err.status === 429;
    if (!isRateLimited || err.retryAfterMs === undefined) throw err;
    await sleep(err.retryAfterMs);
    return sendCapture();
  }
};

/**
 * Callbacks of PayPal's button for a new or resumed purchase. They show toasts and call `onEnd`
 * when the purchase is over.
 */
export const usePurchase = (
  { packageIndex, transactionId }: PaymentSelection,
  onEnd: () => void,
) => {
  const client = useQueryClient();
  /** Idempotency keys, so that a repeated request creates no second order. */
  const keys = useIdempotencyKeys();
  const pack = { packageIndex };
  const purchase = useRef<PurchaseResponse>(undefined);
  const pendingOrder = useRef<Promise<string>>(undefined);
  /**
   * Whether the user has seen the error. PayPal's script passes the same error to `onError` again,
   * which must not show it twice.
   */
  const isErrorShown = useRef(false);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: purchasesQuery.queryKey });
    void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
  };

  const finish = (showResult: () => void) => {
    showResult();
    refresh();
    onEnd();
  };

  const requestPurchase = (): Promise<PurchaseResponse> => {
    if (transactionId !== null)
      return request("POST", "/api/credits/resume", { body: { transactionId } });
    return request("POST", "/api/credits/purchase", { headers: keys.headersFor(pack), body: pack });
  };

  const requestOrder = async (): Promise<string> => {
    isErrorShown.current = false;
    try {
      purchase.current = await requestPurchase();
      if (!purchase.current.orderId) throw new Error("PayPal did not create an order.");
      keys.forget(pack);
      refresh();
      return purchase.current.orderId;
    } catch (err) {
      isErrorShown.current = true;
      if (err instanceof ApiError && err.isRefusal) keys.forget(pack);
      paymentToasts.noOrder(err instanceof Error ? err.message : "");
      throw err;
    }
  };

  /** A second press of the button waits for the request of the first. */
  const createOrder = (): Promise<string> => {
    pendingOrder.current ??= requestOrder().finally(() => {
      pendingOrder.current = undefined;
    });
    return pendingOrder.current;
  };

  const onRefused = (err: unknown, actions: ApproveActions): void => {
    if (!(err instanceof ApiError)) return finish(paymentToasts.unknown);
    if (err.code === "instrument_declined") {
      paymentToasts.provider(err.message);
      refresh();
      return actions.restart();
    }
    if (err.code === "payment_declined") return finish(() => paymentToasts.provider(err.message));
    // After other errors the buyer may have been charged. Then the server adds the credits later.
    finish(err.code === "conflict" ? paymentToasts.failed : paymentToasts.unknown);
  };

  return {
    createOrder,
    async onApprove(_approved: object, actions: ApproveActions): Promise<void> {
      try {
        const { status } = await capturePayment(purchase.current);
        finish(status === "completed" ? paymentToasts.succeeded : paymentToasts.isOnItsWay);
      } catch (err) {
        onRefused(err, actions);
      }
    },
    async onCancel(): Promise<void> {
      paymentToasts.cancelled();
      onEnd();
      if (purchase.current) {
        const body = { transactionId: purchase.current.transactionId };
        // The order keeps its status if this request fails or the order was paid meanwhile.
        await request("POST", "/api/credits/cancel", { body }).catch(() => undefined);
      }
      refresh();
    },
    onError(err: ButtonError): void {
      if (isErrorShown.current) return onEnd();
      const message = typeof err.message === "string" ? err.message : "";
      finish(
        err.componentStack === undefined
          ? () => paymentToasts.provider(message)
          : paymentToasts.notInitialized,
      );
    },
  };
};
