import { Plug } from "lucide-react";
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

/** Not part of the page's first load. */
const PaymentButtons = lazy(() => import("./payment-buttons.tsx"));

const Stack = styled("div", { base: { display: "grid", gap: "5", mt: "5" } });
/** Reserves the height of the buttons. */
const PaymentFrame = styled("div", {
  base: { display: "grid", alignContent: "center", minH: "8.5rem", textAlign: "center" },
});

const DemoPaymentsNotice = () => (
  <Notice>
    <Plug size={16} />
    <span>Demo payments: no real money is charged.</span>
  </Notice>
);

const PaymentsUnavailableNotice = () => (
  <Notice tone="warning" role="status">
    Payment system is not available. Please refresh the page and try again.
  </Notice>
);

const focusPack = (packs: HTMLFieldSetElement | null, index: number) =>
  packs?.querySelectorAll("input")[index]?.focus();

interface BuyCreditsProps {
  /** The selected purchase; null if none. */
  wanted: PaymentSelection | null;
  onWant: (wanted: PaymentSelection | null) => void;
}

/** The credit packs and the payment buttons of the selected one. */
export const BuyCredits = ({ wanted, onWant }: BuyCreditsProps) => {
  const config = useConfig();
  const isAlive = useIsHydrated();
  const chosen = wanted?.packageIndex ?? null;
  const packs = useRef<HTMLFieldSetElement>(null);
  const payment = useRef<HTMLDivElement>(null);
  const paypal = config?.paypal;

  // Resuming a payment from the history below must bring its buttons into view.
  useEffect(() => {
    if (wanted === null) return;
    if (wanted.transactionId !== null) focusPack(packs.current, wanted.packageIndex);
    const behavior = prefersReducedMotion() ? "instant" : "smooth";
    payment.current?.scrollIntoView({ block: "nearest", behavior });
  }, [wanted]);

  const choose = (packageIndex: number) => {
    if (paypal) onWant({ packageIndex, transactionId: null });
    else paymentToasts.notAvailable();
  };

  // The buttons disappear, so the focus returns to the selected pack.
  const end = () => {
    focusPack(packs.current, chosen ?? 0);
    onWant(null);
  };

  return (
    <Card aria-labelledby="buy-credits">
      <SectionTitle id="buy-credits">Buy credits</SectionTitle>
      <Stack>
        <CreditPackPicker ref={packs} chosen={chosen} onChoose={choose} />
        {config && !paypal && <PaymentsUnavailableNotice />}
        {paypal?.sdkBaseUrl !== undefined && <DemoPaymentsNotice />}
        {paypal && (
          <PaymentFrame ref={payment}>
            {isAlive ? (
              <Suspense fallback={chosen === null ? <NoPackSelected /> : <Spinner />}>
                <PaymentButtons paypal={paypal} wanted={wanted} onEnd={end} />
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
