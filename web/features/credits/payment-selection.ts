import type { Transaction } from "#shared/contract/credits.ts";
import { CREDIT_PACKS } from "#shared/domain/billing/credit.ts";

/** A selected pack, and the unpaid purchase to resume, if any. */
export interface PaymentSelection {
  packageIndex: number;
  transactionId: number | null;
}

/**
 * The selection that resumes an unpaid purchase; null if its order has expired or its pack is no
 * longer sold.
 */
export const toResumedPayment = ({
  id,
  canResume,
  credits,
  amount,
}: Transaction): PaymentSelection | null => {
  const packageIndex = CREDIT_PACKS.findIndex(
    (pack) => pack.credits === credits && pack.price === amount,
  );
  return canResume && packageIndex >= 0 ? { packageIndex, transactionId: id } : null;
};
