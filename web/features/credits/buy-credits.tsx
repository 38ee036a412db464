import { Plug } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Card } from "#web/components/card.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { SectionTitle } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { NoPack } from "./no-pack.tsx";
import { PackChoice } from "./pack-choice.tsx";
import { tell } from "./payment-toasts.ts";

/** The payment provider's part has no place in the first load. */
const PaymentButtons = lazy(() => import("./payment-buttons.tsx"));

const Stack = styled("div", { base: { display: "grid", gap: "5", mt: "5" } });
/** As high as the buttons, so that nothing below moves when they come. */
const Payment = styled("div", {
  base: { display: "grid", alignContent: "center", minH: "8.5rem", textAlign: "center" },
});

const StandInNotice = () => (
  <Notice>
    <Plug size={16} />
    <span>An offline stand-in takes the place of PayPal here: no money moves.</span>
  </Notice>
);

const NotAvailable = () => (
  <Notice tone="warning" role="status">
    Payment system is not available. Please refresh the page and try again.
  </Notice>
);

/** The packs, and for the chosen one the ways to pay it. */
export const BuyCredits = () => {
  const config = useConfig();
  const isAlive = useIsTakenOver();
  const [chosen, setChosen] = useState<number | null>(null);
  const paypal = config?.paypal;

  const choose = (packageIndex: number) => {
    if (paypal) setChosen(packageIndex);
    else tell.notAvailable();
  };

  return (
    <Card aria-labelledby="buy-credits">
      <SectionTitle id="buy-credits">Buy credits</SectionTitle>
      <Stack>
        <PackChoice chosen={chosen} onChoose={choose} />
        {config && !paypal && <NotAvailable />}
        {paypal?.sdkBaseUrl !== undefined && <StandInNotice />}
        {paypal && (
          <Payment>
            {isAlive ? (
              <Suspense fallback={chosen === null ? <NoPack /> : <Spinner />}>
                <PaymentButtons
                  paypal={paypal}
                  packageIndex={chosen}
                  onEnd={() => setChosen(null)}
                />
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
