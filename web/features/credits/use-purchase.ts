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

/** What PayPal's script can do for a buyer whose payment was declined: show its window again. */
interface ApproveActions {
  restart(): void;
}

/** PayPal's word for something that failed; React's own errors tell where they come from. */
interface ButtonError {
  message?: unknown;
  componentStack?: unknown;
}

/** Takes the money of an approved order, once more where that was asked for too often. */
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
 * A purchase, new or taken up again, from the click on PayPal's button to its end: what the button
 * calls, with the toast of each moment. `onEnd` when it is over, whichever way.
 */
export const usePurchase = ({ packageIndex, transactionId }: Wanted, onEnd: () => void) => {
  const client = useQueryClient();
  /** A request that comes twice, as from a browser whose connection broke, is one order. */
  const keys = useRequestKeys();
  const pack = { packageIndex };
  const purchase = useRef<PurchaseAnswer>(undefined);
  /** What went wrong has been told already; PayPal's script hands it on to `onError`. */
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

  const createOrder = async (): Promise<string> => {
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

  const onRefused = (err: unknown, actions: ApproveActions): void => {
    if (!(err instanceof ApiError)) return end(tell.unknown);
    if (err.code === "instrument_declined") {
      tell.provider(err.message);
      refresh();
      return actions.restart();
    }
    if (err.code === "payment_declined") return end(() => tell.provider(err.message));
    // Whatever else was in the way, the money may have been taken, and is credited then.
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
        // Where it was paid meanwhile, or nobody is there to hear it, it stays as it is.
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
