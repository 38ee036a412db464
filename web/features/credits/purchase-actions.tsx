import { useQueryClient } from "@tanstack/react-query";
import type { Transaction } from "#shared/contract/credits.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { purchasesQuery } from "./purchases-query.ts";
import { toResumedPayment, type PaymentSelection } from "./payment-selection.ts";

/** Id of the history's heading, which receives the focus when a purchase is dismissed. */
export const PURCHASES_HEADING_ID = "purchases";

export type ResumePayment = (selection: PaymentSelection) => void;

interface PurchaseActionsProps {
  purchase: Transaction;
  onResume: ResumePayment;
}

/** Resumes or dismisses an unpaid purchase. */
export const PurchaseActions = ({ purchase, onResume }: PurchaseActionsProps) => {
  const client = useQueryClient();
  const row = useFocusFallback<HTMLDivElement>(PURCHASES_HEADING_ID);
  const canPay = Boolean(useConfig()?.paypal);
  const resumedPayment = canPay ? toResumedPayment(purchase) : null;
  const dismiss = useSingleMutation({
    mutationFn: () =>
      request<undefined>("POST", "/api/credits/dismiss", { body: { transactionId: purchase.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: purchasesQuery.queryKey }),
    onError: showErrorToast,
  });
  return (
    <Row ref={row} css={{ gap: "1", mt: "1", me: "-3", justifyContent: "flex-end" }}>
      {resumedPayment && (
        <Button variant="ghost" css={{ px: "3" }} onClick={() => onResume(resumedPayment)}>
          Resume payment
        </Button>
      )}
      {purchase.canDismiss && (
        <Button
          variant="ghost"
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
