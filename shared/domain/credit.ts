/** Credits one debate costs. */
export const DEBATE_PRICE = 1;

export const LEDGER_REASONS = ["signup", "debate", "refund", "purchase", "admin"] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];
