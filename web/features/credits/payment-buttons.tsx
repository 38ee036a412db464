import {
  PayPalButtons,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  usePayPalScriptReducer,
} from "@paypal/react-paypal-js";
import { useContext, useEffect } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import { NonceContext } from "#web/components/layout/color-mode-provider.tsx";
import { Spinner } from "#web/components/ui/feedback/spinner.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { NoPackSelected } from "./no-pack-selected.tsx";
import { paymentToasts } from "./payment-toasts.ts";
import { usePurchase } from "./use-purchase.ts";
import type { PaymentSelection } from "./payment-selection.ts";

/**
 * Has no color scheme. In dark mode, the browser would otherwise paint a white background around
 * PayPal's iframes, which are always light.
 */
const Frame = styled("div", {
  base: { w: "100%", maxW: "26rem", mx: "auto", colorScheme: "none" },
});

/** Retries by reloading the page, because PayPal's script may need a new document. */
const reloadPage = () => window.location.reload();

const PaymentLoadError = () => {
  useEffect(() => paymentToasts.notLoaded(), []);
  return (
    <ErrorNotice
      message="Failed to load payment system. Please try again later."
      retry={reloadPage}
    />
  );
};

/** Shown if PayPal offers this buyer no payment method. */
const PaymentNotEligible = () => {
  useEffect(() => paymentToasts.notAvailable(), []);
  return (
    <ErrorNotice message="Payment system is not available. Please refresh the page and try again." />
  );
};

const PayPalPayment = ({
  selection,
  onEnd,
}: {
  selection: PaymentSelection;
  onEnd: () => void;
}) => {
  const purchase = usePurchase(selection, onEnd);
  return (
    <Frame>
      <PayPalButtons {...purchase}>
        <PaymentNotEligible />
      </PayPalButtons>
    </Frame>
  );
};

interface PaymentProps {
  /** The selected pack; null if none is. */
  selection: PaymentSelection | null;
  onEnd: () => void;
}

const Payment = ({ selection, onEnd }: PaymentProps) => {
  const [{ isRejected, isResolved }] = usePayPalScriptReducer();
  if (isRejected) return <PaymentLoadError />;
  if (selection === null) return <NoPackSelected />;
  if (!isResolved) return <Spinner label="Loading payment…" />;
  const { packageIndex, transactionId } = selection;
  return (
    <PayPalPayment key={`${packageIndex} ${transactionId}`} selection={selection} onEnd={onEnd} />
  );
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
