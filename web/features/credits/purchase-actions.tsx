import { useQueryClient } from "@tanstack/react-query";
import type { Transaction } from "#shared/contract/credits.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { transactionsQuery } from "./queries.ts";
import { takingUp, type Wanted } from "./wanted.ts";

/** Id of the history's heading, which gets the focus when a dismissed row disappears. */
export const PURCHASES = "purchases";

export type TakeUp = (wanted: Wanted) => void;

interface PurchaseActionsProps {
  purchase: Transaction;
  onTakeUp: TakeUp;
}

/** Resumes or dismisses an unpaid purchase. */
export const PurchaseActions = ({ purchase, onTakeUp }: PurchaseActionsProps) => {
  const client = useQueryClient();
  const row = useFocusFallback<HTMLDivElement>(PURCHASES);
  const canPay = Boolean(useConfig()?.paypal);
  const wanted = canPay ? takingUp(purchase) : null;
  const dismiss = useSingleMutation({
    mutationFn: () =>
      request<undefined>("POST", "/api/credits/dismiss", { body: { transactionId: purchase.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: transactionsQuery.queryKey }),
    onError: toastError,
  });
  return (
    <Row ref={row} css={{ gap: "1", mt: "1", me: "-3", justifyContent: "flex-end" }}>
      {wanted && (
        <Button look="ghost" css={{ px: "3" }} onClick={() => onTakeUp(wanted)}>
          Resume payment
        </Button>
      )}
      {purchase.canDismiss && (
        <Button
          look="ghost"
          css={{ px: "3" }}
          isOff={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      )}
    </Row>
  );
};
