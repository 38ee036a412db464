import { LedgerEntry } from "#infra/db/entities/ledger-entry.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { transact } from "#infra/db/transaction.ts";
import { userView } from "#infra/views/user-view.ts";
import type { User } from "#shared/contract/account.ts";
import type { SetCredits } from "#shared/contract/admin.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockAccount } from "./lock-account.ts";

/**
 * Sets a user's balance with a ledger entry that refers to the audit log. Setting the current
 * balance changes nothing. Throws not_found, forbidden, and conflict if the balance is no longer
 * the expected one.
 */
export const setCredits = (
  context: Context,
  viewer: SignedIn,
  id: number,
  { credits, expected }: SetCredits,
): Promise<User> =>
  transact(context.db, context.logger, async (tx, after) => {
    const account = await lockAccount(tx, viewer, id, "setCredits");
    const { username, credits: before } = account;
    if (expected !== undefined && expected !== before) {
      const message = `The balance has changed to ${before} meanwhile.`;
      throw new DomainError("conflict", message, { fields: { expected: message } });
    }
    if (credits === before) return userView(account);
    const entry = await recordAct(tx, viewer, {
      act: "set_credits",
      subject: { kind: "user", id, name: username },
      before: { credits: before },
      after: { credits },
    });
    await tx.insert(LedgerEntry, {
      userId: id,
      delta: credits - before,
      reason: "admin",
      reference: `audit ${entry}: user ${viewer.id} set ${before} to ${credits}`,
    });
    after(() => context.announce.creditsUpdated(id, credits));
    return userView({ ...account, credits });
  });
