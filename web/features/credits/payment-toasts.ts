import { type Toast, toast } from "#web/lib/toast.ts";

const failed = (title: string, description?: string, more: Partial<Toast> = {}): void =>
  toast({ title, tone: "danger", ...(description === undefined ? {} : { description }), ...more });

const NO_ORDER = "Failed to create order";
const ERROR = "There was an error processing your payment. Please try again.";

export const tell = {
  succeeded: () =>
    toast({
      title: "Purchase successful",
      description: "Your credits have been added to your account.",
    }),
  isOnItsWay: () =>
    toast({
      title: "Payment pending",
      description: "Your credits are added as soon as PayPal has confirmed the payment.",
    }),
  failed: () => failed("Purchase failed", ERROR),
  /** It is unknown whether the money was taken. */
  unknown: () =>
    failed(
      "Purchase failed",
      "Failed to process payment. Please contact support if your account was charged.",
      { hasSupportAddress: true },
    ),
  cancelled: () =>
    toast({
      title: "Payment cancelled",
      description: "You have cancelled the payment process.",
    }),
  /** Shows PayPal's own message. */
  provider: (message: string) => failed("PayPal Error", message || ERROR),
  notLoaded: () => failed("Failed to load payment system. Please try again later."),
  notAvailable: () =>
    failed("Payment system is not available. Please refresh the page and try again."),
  notInitialized: () => failed("Failed to initialize payment system..."),
  /** The server's message may equal the title. */
  noOrder: (why: string) => failed(NO_ORDER, why === NO_ORDER ? undefined : why),
} as const;
