/** Credits one debate costs. */
export const DEBATE_PRICE = 1;

export const LEDGER_REASONS = ["signup", "debate", "refund", "purchase", "admin"] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** The most an admin can set a balance to. */
export const CREDITS_MAX = 1_000_000;
