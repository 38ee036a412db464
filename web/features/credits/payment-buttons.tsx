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

/** PayPal's iframes are always light. */
const Frame = styled("div", {
  base: { w: "100%", maxW: "26rem", mx: "auto", colorScheme: "none" },
});

/** Reloads, because the script may need a new document. */
const retry = () => window.location.reload();

const NotLoaded = () => {
  useEffect(() => tell.notLoaded(), []);
  return <Trouble message="Failed to load payment system. Please try again later." retry={retry} />;
};

/** Shown if PayPal offers this buyer no payment method. */
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
  /** null while no pack is selected. */
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

/** Loads PayPal's script and shows its buttons for the selected pack. */
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
