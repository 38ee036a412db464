import { lazy, Suspense, useEffect, useRef } from "react";
import { Card } from "#web/components/ui/content/card.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { Spinner } from "#web/components/ui/feedback/spinner.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { prefersReducedMotion, useIsHydrated } from "#web/lib/browser/hydration.ts";
import { NoPackSelected } from "./no-pack-selected.tsx";
import { CreditPackPicker } from "./credit-pack-picker.tsx";
import { paymentToasts } from "./payment-toasts.ts";
import type { PaymentSelection } from "./payment-selection.ts";

const PaymentButtons = lazy(() => import("./payment-buttons.tsx"));

const Stack = styled("div", { base: { display: "grid", gap: "5", mt: "5" } });
/** Reserves the height of the payment buttons. */
const PaymentFrame = styled("div", {
  base: { display: "grid", alignContent: "center", minH: "8.5rem", textAlign: "center" },
});

const PaymentsUnavailableNotice = () => (
  <Notice tone="warning" role="status">
    Payment system is not available. Please refresh the page and try again.
  </Notice>
);

const focusPack = (packs: HTMLFieldSetElement | null, index: number) =>
  packs?.querySelectorAll("input")[index]?.focus();

interface BuyCreditsProps {
  /** The selected purchase; null if none. */
  selection: PaymentSelection | null;
  onSelect: (selection: PaymentSelection | null) => void;
}

/** The credit packs and the payment buttons of the selected one. */
export const BuyCredits = ({ selection, onSelect }: BuyCreditsProps) => {
  const config = useConfig();
  const isHydrated = useIsHydrated();
  const selectedIndex = selection?.packageIndex ?? null;
  const packs = useRef<HTMLFieldSetElement>(null);
  const payment = useRef<HTMLDivElement>(null);
  const paypal = config?.paypal;

  // When a payment in the history below is resumed, scrolls to the payment buttons.
  useEffect(() => {
    if (selection === null) return;
    if (selection.transactionId !== null) focusPack(packs.current, selection.packageIndex);
    const behavior = prefersReducedMotion() ? "instant" : "smooth";
    payment.current?.scrollIntoView({ block: "nearest", behavior });
  }, [selection]);

  const choose = (packageIndex: number) => {
    if (paypal) onSelect({ packageIndex, transactionId: null });
    else paymentToasts.notAvailable();
  };

  // The payment buttons disappear, so the selected pack takes over the focus.
  const clearSelection = () => {
    focusPack(packs.current, selectedIndex ?? 0);
    onSelect(null);
  };

  return (
    <Card aria-labelledby="buy-credits">
      <SectionTitle id="buy-credits">Buy credits</SectionTitle>
      <Stack>
        <CreditPackPicker ref={packs} chosen={selectedIndex} onChoose={choose} />
        {config && !paypal && <PaymentsUnavailableNotice />}
        {paypal && (
          <PaymentFrame ref={payment}>
            {isHydrated ? (
              <Suspense fallback={selectedIndex === null ? <NoPackSelected /> : <Spinner />}>
                <PaymentButtons paypal={paypal} selection={selection} onEnd={clearSelection} />
              </Suspense>
            ) : (
              <NoPackSelected />
            )}
          </PaymentFrame>
        )}
      </Stack>
    </Card>
  );
};
