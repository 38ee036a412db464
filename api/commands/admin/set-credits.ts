import { LedgerEntryEntity } from "#infra/db/entities/ledger-entry.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import type { SetCreditsRequest } from "#shared/contract/admin/admin.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { lockAccount } from "../accounts/lock-account.ts";

/**
 * Sets a user's balance with a ledger entry that refers to the audit log. Setting the current
 * balance changes nothing. Throws `not_found`, `forbidden`, and `conflict` if the balance is no
 * longer the expected one.
 */
export const setCredits = (
  { logger, db, announce }: Pick<Context, "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  id: number,
  { credits, expected }: SetCreditsRequest,
): Promise<User> =>
  withTransaction(db, logger, async (tx, after) => {
    const account = await lockAccount(tx, viewer, id, "setCredits");
    const { username, credits: before } = account;
    if (expected !== undefined && expected !== before) {
      const message = `The balance has changed to ${before} in the meantime.`;
      throw new DomainError("conflict", message, { fields: { expected: message } });
    }
    if (credits === before) return presentUser(account);
    const entry = await recordAuditEntry(tx, viewer, {
      act: "set_credits",
      subject: { kind: "user", id, name: username },
      before: { credits: before },
      after: { credits },
    });
    await tx.insert(LedgerEntryEntity, {
      userId: id,
      delta: credits - before,
      reason: "admin",
      reference: `audit ${entry}: user ${viewer.id} set ${before} to ${credits}`,
    });
    after(() => announce.creditsUpdated(id, credits));
    return presentUser({ ...account, credits });
  });
