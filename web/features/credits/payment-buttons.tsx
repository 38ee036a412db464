import {
  PayPalButtons,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  usePayPalScriptReducer,
} from "@paypal/react-paypal-js";
import { useContext, useEffect } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import { NonceContext } from "#web/components/layout/theme.tsx";
import { Spinner } from "#web/components/ui/spinner.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { NoPack } from "./no-pack.tsx";
import { tell } from "./payment-toasts.ts";
import { usePurchase } from "./use-purchase.ts";
import type { Wanted } from "./wanted.ts";

/** PayPal's frames are light whatever the page is. */
const Frame = styled("div", {
  base: { w: "100%", maxW: "26rem", mx: "auto", colorScheme: "none" },
});

/** Once more from the start: a document of its own is what the script may need. */
const retry = () => window.location.reload();

const NotLoaded = () => {
  useEffect(() => tell.notLoaded(), []);
  return <Trouble message="Failed to load payment system. Please try again later." retry={retry} />;
};

/** Where PayPal offers no way of paying to this buyer. */
const NotEligible = () => {
  useEffect(() => tell.notAvailable(), []);
  return (
    <Trouble message="Payment system is not available. Please refresh the page and try again." />
  );
};

const Pay = ({ wanted, onEnd }: { wanted: Wanted; onEnd: () => void }) => {
  const purchase = usePurchase(wanted, onEnd);
  return (
    <Frame>
      <PayPalButtons {...purchase}>
        <NotEligible />
      </PayPalButtons>
    </Frame>
  );
};

interface PaymentProps {
  /** Null while nothing is chosen. */
  wanted: Wanted | null;
  onEnd: () => void;
}

const Payment = ({ wanted, onEnd }: PaymentProps) => {
  const [{ isRejected, isResolved }] = usePayPalScriptReducer();
  if (isRejected) return <NotLoaded />;
  if (wanted === null) return <NoPack />;
  if (!isResolved) return <Spinner label="Loading payment…" />;
  const { packageIndex, transactionId } = wanted;
  return <Pay key={`${packageIndex} ${transactionId}`} wanted={wanted} onEnd={onEnd} />;
};

interface PaymentButtonsProps extends PaymentProps {
  paypal: NonNullable<PublicConfig["paypal"]>;
}

/** PayPal's script, which is loaded where this is shown, and its buttons for the chosen pack. */
const PaymentButtons = ({ paypal, ...payment }: PaymentButtonsProps) => {
  const nonce = useContext(NonceContext);
  const { clientId, currency, intent, sdkBaseUrl } = paypal;
  const options: ReactPayPalScriptOptions = {
    clientId,
    currency,
    intent,
    components: "buttons",
    dataCspNonce: nonce,
    ...(sdkBaseUrl === undefined ? {} : { sdkBaseUrl }),
  };
  return (
    <PayPalScriptProvider options={options}>
      <Payment {...payment} />
    </PayPalScriptProvider>
  );
};

export default PaymentButtons;
