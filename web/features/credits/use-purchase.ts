import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CaptureAnswer, PurchaseAnswer } from "#shared/contract/credits.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { creditsQuery } from "#web/lib/auth/credits-query.ts";
import { pause } from "#web/lib/pause.ts";
import { useRequestKeys } from "#web/lib/request-keys.ts";
import { request } from "#web/lib/request.ts";
import { tell } from "./payment-toasts.ts";
import { transactionsQuery } from "./queries.ts";
import type { Wanted } from "./wanted.ts";

/** Provided by PayPal's script: reopens its window after a declined payment. */
interface ApproveActions {
  restart(): void;
}

/** Errors of PayPal's script. React errors have a `componentStack`. */
interface ButtonError {
  message?: unknown;
  componentStack?: unknown;
}

/** Captures an approved order. Retries once after a rate limit. */
const capture = async (body: PurchaseAnswer | undefined): Promise<CaptureAnswer> => {
  const ask = () => request<CaptureAnswer>("POST", "/api/credits/capture", { body });
  try {
    return await ask();
  } catch (err) {
    const isTooOften = err instanceof ApiError && err.status === 429;
    if (!isTooOften || err.retryAfterMs === undefined) throw err;
    await pause(err.retryAfterMs);
    return ask();
  }
};

/**
 * Callbacks of PayPal's button for a new or resumed purchase. Shows toasts; calls `onEnd` when the
 * purchase is over.
 */
export const usePurchase = ({ packageIndex, transactionId }: Wanted, onEnd: () => void) => {
  const client = useQueryClient();
  /** Idempotency keys: a repeated request creates no second order. */
  const keys = useRequestKeys();
  const pack = { packageIndex };
  const purchase = useRef<PurchaseAnswer>(undefined);
  const pendingOrder = useRef<Promise<string>>(undefined);
  /** The error was already shown; PayPal's script passes it to `onError` again. */
  const isTold = useRef(false);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: transactionsQuery.queryKey });
    void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
  };

  const end = (say: () => void) => {
    say();
    refresh();
    onEnd();
  };

  const order = (): Promise<PurchaseAnswer> => {
    if (transactionId !== null)
      return request("POST", "/api/credits/resume", { body: { transactionId } });
    return request("POST", "/api/credits/purchase", { headers: keys.headersFor(pack), body: pack });
  };

  const requestOrder = async (): Promise<string> => {
    isTold.current = false;
    try {
      purchase.current = await order();
      if (!purchase.current.orderId) throw new Error("PayPal has made no order.");
      keys.forget(pack);
      refresh();
      return purchase.current.orderId;
    } catch (err) {
      isTold.current = true;
      if (err instanceof ApiError && err.isRefusal) keys.forget(pack);
      tell.noOrder(err instanceof Error ? err.message : "");
      throw err;
    }
  };

  /** A second press joins the request of the first. */
  const createOrder = (): Promise<string> => {
    pendingOrder.current ??= requestOrder().finally(() => {
      pendingOrder.current = undefined;
    });
    return pendingOrder.current;
  };

  const onRefused = (err: unknown, actions: ApproveActions): void => {
    if (!(err instanceof ApiError)) return end(tell.unknown);
    if (err.code === "instrument_declined") {
      tell.provider(err.message);
      refresh();
      return actions.restart();
    }
    if (err.code === "payment_declined") return end(() => tell.provider(err.message));
    // With other errors the money may have been taken; the credits then follow.
    end(err.code === "conflict" ? tell.failed : tell.unknown);
  };

  return {
    createOrder,
    async onApprove(_approved: object, actions: ApproveActions): Promise<void> {
      try {
        const { status } = await capture(purchase.current);
        end(status === "completed" ? tell.succeeded : tell.isOnItsWay);
      } catch (err) {
        onRefused(err, actions);
      }
    },
    async onCancel(): Promise<void> {
      tell.cancelled();
      onEnd();
      if (purchase.current) {
        const body = { transactionId: purchase.current.transactionId };
        // If the order was paid meanwhile or the request fails, it stays as it is.
        await request("POST", "/api/credits/cancel", { body }).catch(() => undefined);
      }
      refresh();
    },
    onError(err: ButtonError): void {
      if (isTold.current) return onEnd();
      const message = typeof err.message === "string" ? err.message : "";
      end(err.componentStack === undefined ? () => tell.provider(message) : tell.notInitialized);
    },
  };
};
