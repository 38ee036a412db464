import type { Locked } from "#infra/db/row-locks.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { revokeAccountAccess } from "#infra/services/accounts/revoke-account-access.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { EmailLinkKind } from "#shared/domain/email.ts";
import {
  isSessionKept,
  NOTHING_REMOVED,
  type RemovedAccess,
  describeRemovedAccess,
  isAccessRemoved,
} from "#shared/domain/accounts/account-recovery.ts";
import type { Context } from "../../context.ts";

export interface LinkBrowser {
  address: string;
  session: { id: string; userId: number } | null;
  /** Sets a device cookie and returns its digest. */
  ensureDeviceCookie(): string;
}

export interface AccountRecovery {
  removed: RemovedAccess;
  /**
   * The new session epoch, which the browser's session must store. Null if that session has ended.
   */
  epoch: number | null;
}

interface UsedEmailToken {
  kind: EmailLinkKind;
  owner: Locked<{ id: number; isConfirmed: boolean }>;
  browser: LinkBrowser;
  /**
   * Reason that the user's open pages show. If undefined, the sockets of ended sessions are
   * disconnected without a reason.
   */
  reason?: SessionEnded["reason"];
}

/**
 * Removes all other access to the account if the link recovers it or confirms its address for the
 * first time. This browser then counts as a known device.
 */
export const recoverAccount = async (
  { announce, disconnectSession }: Pick<Context, "announce" | "disconnectSession">,
  tx: Tx,
  after: AfterCommit,
  { kind, owner, browser, reason }: UsedEmailToken,
): Promise<AccountRecovery> => {
  const { isConfirmed, id } = owner;
  const isOwnSession = browser.session?.userId === id;
  if (!isAccessRemoved(kind, { isConfirmed, isOwnSession }))
    return { removed: NOTHING_REMOVED, epoch: null };
  const keptSessionId = isSessionKept(kind, isOwnSession) ? (browser.session?.id ?? null) : null;
  const device = browser.ensureDeviceCookie();
  const { removed, endedSessions, epoch } = await revokeAccountAccess(tx, id, {
    sessionId: keptSessionId,
    device,
  });
  if (reason) after(() => announce.sessionsEnded(id, { reason }));
  else for (const sid of endedSessions) after(() => disconnectSession(sid));
  return { removed, epoch: keptSessionId === null ? null : epoch };
};

/** Returns a readable list for an email. Empty if no access was removed. */
export const formatRemovedAccess = (removed: RemovedAccess): string =>
  describeRemovedAccess(removed).join(", ");

export const notifyAccessRemoved = async (
  { enqueue }: Pick<Context, "enqueue">,
  tx: Tx,
  after: AfterCommit,
  { userId, email, removed }: { userId: number; email: string; removed: RemovedAccess },
): Promise<void> => {
  const description = formatRemovedAccess(removed);
  if (!description) return;
  const data = { removed: description, at: new Date().toISOString() };
  await enqueueEmail(tx, after, enqueue, { kind: "access_removed", userId, email, data });
};
