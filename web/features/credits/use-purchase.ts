import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CaptureAnswer, PurchaseAnswer } from "#shared/contract/credits.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
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

/**
 * A purchase, new or taken up again, from the click on PayPal's button to its end: what the button
 * calls, with the toast of each moment. `onEnd` when it is over, whichever way.
 */
export const usePurchase = ({ packageIndex, transactionId }: Wanted, onEnd: () => void) => {
  const client = useQueryClient();
  /** An order that got no answer keeps its own: asked for again, it is that one. */
  const keys = useRequestKeys();
  const pack = { packageIndex };
  const purchase = useRef<PurchaseAnswer>(undefined);
  /** What went wrong has been told already; PayPal's script hands it on to `onError`. */
  const isTold = useRef(false);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: transactionsQuery.queryKey });
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
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

  const onDeclined = (err: unknown, actions: ApproveActions): void => {
    if (!(err instanceof ApiError)) return end(tell.failed);
    if (err.code === "instrument_declined") {
      tell.provider(err.message);
      refresh();
      return actions.restart();
    }
    if (err.code === "payment_declined") return end(() => tell.provider(err.message));
    end(err.isRefusal ? tell.failed : tell.unknown);
  };

  return {
    createOrder,
    async onApprove(_approved: object, actions: ApproveActions): Promise<void> {
      try {
        const body = purchase.current;
        const { status } = await request<CaptureAnswer>("POST", "/api/credits/capture", { body });
        end(status === "completed" ? tell.succeeded : tell.isOnItsWay);
      } catch (err) {
        onDeclined(err, actions);
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
