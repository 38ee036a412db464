/** Credits one debate costs. */
export const DEBATE_PRICE = 1;

export const LEDGER_REASONS = [
  "signup",
  "debate",
  "refund",
  "purchase",
  "admin",
  "reversal",
  "confirmation",
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** The most an admin can set a balance to. */
export const CREDITS_MAX = 1_000_000;

export interface CreditPack {
  credits: number;
  /** Cents. */
  price: number;
  /** Cents, rounded. */
  pricePerCredit: number;
}

/** What can be bought; a purchase names its place in this list. */
export const CREDIT_PACKS: readonly CreditPack[] = [
  { credits: 2, price: 299, pricePerCredit: 150 },
  { credits: 5, price: 599, pricePerCredit: 120 },
  { credits: 10, price: 999, pricePerCredit: 100 },
  { credits: 25, price: 1999, pricePerCredit: 80 },
];

/** The price that savings are told against, in cents a credit. */
const BASE_PRICE = 150;
/** The pack that saves nothing has so many credits. */
const SMALLEST_PACK = 2;

/** What a pack saves against the base price, in whole per cent; null where nothing is told. */
export const savingOf = ({ credits, pricePerCredit }: CreditPack): number | null =>
  credits > SMALLEST_PACK ? Math.round((1 - pricePerCredit / BASE_PRICE) * 100) : null;

/**
 * Credits that go back with the money of a purchase: all with all of it, else its share, the rest of
 * a credit left to the buyer. `refunded` is the money that went back so far, `taken` the credits that
 * were taken for it before.
 */
export const creditsToTakeBack = ({
  credits,
  amount,
  refunded,
  taken,
}: Record<"credits" | "amount" | "refunded" | "taken", number>): number =>
  Math.max(0, Math.floor((credits * Math.min(refunded, amount)) / amount) - taken);

export const CURRENCY = "USD";

export const PURCHASE_STATUSES = ["pending", "completed", "failed"] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
