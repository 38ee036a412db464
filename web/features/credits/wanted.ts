import type { Transaction } from "#shared/contract/credits.ts";
import { CREDIT_PACKS } from "#shared/domain/credit.ts";

/** What is to be paid: a pack, and the unpaid purchase of it that is resumed, if it is one. */
export interface Wanted {
  packageIndex: number;
  transactionId: number | null;
}

/** What resumes a purchase; null where its order can no longer be paid or its pack is not sold. */
export const takingUp = ({ id, canResume, credits, amount }: Transaction): Wanted | null => {
  const packageIndex = CREDIT_PACKS.findIndex(
    (pack) => pack.credits === credits && pack.price === amount,
  );
  return canResume && packageIndex >= 0 ? { packageIndex, transactionId: id } : null;
};
