export const DEBATE_PRICE_CREDITS = 1;

export const LEDGER_REASONS = [
  "signup",
  "debate",
  "refund",
  "purchase",
  "admin",
  "reversal",
  "restoration",
  "confirmation",
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

export const MAX_CREDIT_BALANCE = 1_000_000;

export interface CreditPack {
  credits: number;
  price: number;
  pricePerCredit: number;
}

/** The packs for sale, with prices in cents. A purchase request contains the index in this list. */
export const CREDIT_PACKS: readonly CreditPack[] = [
  { credits: 2, price: 299, pricePerCredit: 150 },
  { credits: 5, price: 599, pricePerCredit: 120 },
  { credits: 10, price: 999, pricePerCredit: 100 },
  { credits: 25, price: 1999, pricePerCredit: 80 },
];

const BASE_PRICE_CENTS = 150;
const SMALLEST_PACK_CREDITS = 2;

/** Saving against the base price in whole per cent; null for the smallest pack. */
export const computeSavingPercent = ({ credits, pricePerCredit }: CreditPack): number | null =>
  credits > SMALLEST_PACK_CREDITS
    ? Math.round((1 - pricePerCredit / BASE_PRICE_CENTS) * 100)
    : null;

/**
 * Credits to revoke after a refund, in proportion to the refunded money and rounded down.
 * `refunded` is the total refunded in cents, and `taken` the credits already revoked for this
 * purchase.
 */
export const computeCreditsToRevoke = ({
  credits,
  amount,
  refunded,
  taken,
}: Record<"credits" | "amount" | "refunded" | "taken", number>): number =>
  Math.max(0, Math.floor((credits * Math.min(refunded, amount)) / amount) - taken);

export const CURRENCY = "USD";

export const PURCHASE_STATUSES = ["pending", "completed", "failed"] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
