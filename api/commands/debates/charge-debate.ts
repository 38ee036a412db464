import type { DebateEntity } from "#infra/db/entities/debate.ts";
import { LedgerEntryEntity } from "#infra/db/entities/ledger-entry.ts";
import { UserEntity } from "#infra/db/entities/user.ts";
import { getViolatedConstraint } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { DEBATE_PRICE_CREDITS } from "#shared/domain/billing/credit.ts";

const createNoCreditsError = (): DomainError =>
  new DomainError("no_credits", "You need at least 1 credit to start a debate.");

/**
 * Charges the debate's owner and returns the remaining credits. The ledger accepts each reference
 * (debate id and charge number) only once. Throws `no_credits`.
 */
export const chargeDebate = async (
  tx: Tx,
  { id, userId, charges }: Pick<DebateEntity, "id" | "userId" | "charges">,
): Promise<number> => {
  const reference = `${id}:${charges}`;
  try {
    await tx.insert(LedgerEntryEntity, {
      userId,
      delta: -DEBATE_PRICE_CREDITS,
      reason: "debate",
      reference,
    });
  } catch (err) {
    throw getViolatedConstraint(err) === "users_credits_not_negative"
      ? createNoCreditsError()
      : err;
  }
  const { credits } = await tx.findOneByOrFail(UserEntity, { id: userId });
  return credits;
};
