import { Plug } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Card } from "#web/components/ui/card.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { Spinner } from "#web/components/ui/spinner.tsx";
import { SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { prefersCalm, useIsTakenOver } from "#web/lib/use-browser.ts";
import { NoPack } from "./no-pack.tsx";
import { PackChoice } from "./pack-choice.tsx";
import { tell } from "./payment-toasts.ts";
import type { Wanted } from "./wanted.ts";

/** Not part of the page's first load. */
const PaymentButtons = lazy(() => import("./payment-buttons.tsx"));

const Stack = styled("div", { base: { display: "grid", gap: "5", mt: "5" } });
/** Reserves the height of the buttons. */
const Payment = styled("div", {
  base: { display: "grid", alignContent: "center", minH: "8.5rem", textAlign: "center" },
});

const StandInNotice = () => (
  <Notice>
    <Plug size={16} />
    <span>Demo payments: no real money is charged.</span>
  </Notice>
);

const NotAvailable = () => (
  <Notice tone="warning" role="status">
    Payment system is not available. Please refresh the page and try again.
  </Notice>
);

const focusPack = (packs: HTMLFieldSetElement | null, index: number) =>
  packs?.querySelectorAll("input")[index]?.focus();

interface BuyCreditsProps {
  /** The selected purchase; null if none. */
  wanted: Wanted | null;
  onWant: (wanted: Wanted | null) => void;
}

/** The credit packs and the payment buttons of the selected one. */
export const BuyCredits = ({ wanted, onWant }: BuyCreditsProps) => {
  const config = useConfig();
  const isAlive = useIsTakenOver();
  const chosen = wanted?.packageIndex ?? null;
  const packs = useRef<HTMLFieldSetElement>(null);
  const payment = useRef<HTMLDivElement>(null);
  const paypal = config?.paypal;

  // Resuming a payment from the history below must bring its buttons into view.
  useEffect(() => {
    if (wanted === null) return;
    if (wanted.transactionId !== null) focusPack(packs.current, wanted.packageIndex);
    const behavior = prefersCalm() ? "instant" : "smooth";
    payment.current?.scrollIntoView({ block: "nearest", behavior });
  }, [wanted]);

  const choose = (packageIndex: number) => {
    if (paypal) onWant({ packageIndex, transactionId: null });
    else tell.notAvailable();
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
        <PackChoice ref={packs} chosen={chosen} onChoose={choose} />
        {config && !paypal && <NotAvailable />}
        {paypal?.sdkBaseUrl !== undefined && <StandInNotice />}
        {paypal && (
          <Payment ref={payment}>
            {isAlive ? (
              <Suspense fallback={chosen === null ? <NoPack /> : <Spinner />}>
                <PaymentButtons paypal={paypal} wanted={wanted} onEnd={end} />
              </Suspense>
            ) : (
              <NoPack />
            )}
          </Payment>
        )}
      </Stack>
    </Card>
  );
};
