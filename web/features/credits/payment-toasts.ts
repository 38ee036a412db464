import { type ToastMessage, showToast } from "#web/lib/toast.ts";

const showPaymentFailure = (
  title: string,
  description?: string,
  options: Partial<ToastMessage> = {},
): void =>
  showToast({
    title,
    tone: "danger",
    ...(description === undefined ? {} : { description }),
    ...options,
  });

const ORDER_FAILED_TITLE = "Failed to create order";
const PAYMENT_ERROR_TEXT = "There was an error processing your payment. Please try again.";

export const paymentToasts = {
  succeeded: () =>
    showToast({
      title: "Purchase successful",
      description: "Your credits have been added to your account.",
    }),
  isOnItsWay: () =>
    showToast({
      title: "Payment pending",
      description: "Your credits are added as soon as PayPal has confirmed the payment.",
    }),
  failed: () => showPaymentFailure("Purchase failed", PAYMENT_ERROR_TEXT),
  /** For errors after which it is unknown whether the buyer was charged. */
  unknown: () =>
    showPaymentFailure(
      "Purchase failed",
      "Failed to process payment. Please contact support if your account was charged.",
      { hasSupportAddress: true },
    ),
  cancelled: () =>
    showToast({
      title: "Payment cancelled",
      description: "You have cancelled the payment process.",
    }),
  /** Shows PayPal's own message. */
  provider: (message: string) => showPaymentFailure("PayPal Error", message || PAYMENT_ERROR_TEXT),
  notLoaded: () => showPaymentFailure("Failed to load payment system. Please try again later."),
  notAvailable: () =>
    showPaymentFailure("Payment system is not available. Please refresh the page and try again."),
  notInitialized: () => showPaymentFailure("Failed to initialize payment system..."),
  /** Omits the server's reason if it equals the title. */
  noOrder: (reason: string) =>
    showPaymentFailure(ORDER_FAILED_TITLE, reason === ORDER_FAILED_TITLE ? undefined : reason),
} as const;
