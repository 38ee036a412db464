import type { Transaction } from "#shared/contract/credits.ts";
import { CREDIT_PACKS } from "#shared/domain/credit.ts";

/** What is to be paid: a pack, and the purchase of it that is taken up again, if it is one. */
export interface Wanted {
  packageIndex: number;
  transactionId: number | null;
}

/** What takes a purchase up again; null where its payment or its pack is no more. */
export const takingUp = ({ id, status, credits, amount }: Transaction): Wanted | null => {
  const packageIndex = CREDIT_PACKS.findIndex(
    (pack) => pack.credits === credits && pack.price === amount,
  );
  return status === "pending" && packageIndex >= 0 ? { packageIndex, transactionId: id } : null;
};
