import type { Debate } from "#infra/db/entities/debate.ts";
import { LedgerEntry } from "#infra/db/entities/ledger-entry.ts";
import { User } from "#infra/db/entities/user.ts";
import { brokenConstraint } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { DEBATE_PRICE } from "#shared/domain/credit.ts";

const noCredits = (): DomainError =>
  new DomainError("no_credits", "You need at least 1 credit to start a debate.");

/**
 * Charges the owner once per (debate, charge number) and returns the remaining credits. Throws
 * no_credits.
 */
export const chargeDebate = async (
  tx: Tx,
  { id, userId, charges }: Pick<Debate, "id" | "userId" | "charges">,
): Promise<number> => {
  const reference = `${id}:${charges}`;
  try {
    await tx.insert(LedgerEntry, { userId, delta: -DEBATE_PRICE, reason: "debate", reference });
  } catch (err) {
    throw brokenConstraint(err) === "users_credits_not_negative" ? noCredits() : err;
  }
  const { credits } = await tx.findOneByOrFail(User, { id: userId });
  return credits;
};
