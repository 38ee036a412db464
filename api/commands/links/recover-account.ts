import type { Locked } from "#infra/db/locks.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { removeAccess } from "#infra/operations/remove-access.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { LinkKind } from "#shared/domain/mail.ts";
import {
  keepsSession,
  NOTHING_REMOVED,
  type RemovedAccess,
  removedList,
  removesAccess,
} from "#shared/domain/recovery.ts";
import type { Context } from "../../context.ts";

/** The browser that uses a link. */
export interface LinkBrowser {
  /** The network's. */
  address: string;
  /** Its session, and whose that is; null where nobody is signed in. */
  session: { id: string; userId: number } | null;
  /** Has the browser keep a cookie by which it is known from then on, and returns its digest. */
  knowDevice(): string;
}

export interface Recovery {
  removed: RemovedAccess;
  /** Set where the browser's session goes on, in this epoch. */
  epoch: number | null;
}

interface Used {
  kind: LinkKind;
  owner: Locked<{ id: number; isConfirmed: boolean }>;
  browser: LinkBrowser;
  /** What open pages are told; without it they notice that their session is over. */
  reason?: SessionEnded["reason"];
}

/**
 * Removes every other way to the account, where the used link recovers it or is the first proof of its
 * address. The browser's device is known from then on.
 */
export const recoverAccount = async (
  context: Context,
  tx: Tx,
  after: AfterCommit,
  { kind, owner, browser, reason }: Used,
): Promise<Recovery> => {
  const { isConfirmed, id } = owner;
  const isOwnSession = browser.session?.userId === id;
  if (!removesAccess(kind, { isConfirmed, isOwnSession }))
    return { removed: NOTHING_REMOVED, epoch: null };
  const kept = keepsSession(kind, isOwnSession) ? (browser.session?.id ?? null) : null;
  const device = browser.knowDevice();
  const { removed, endedSessions, epoch } = await removeAccess(tx, id, { sessionId: kept, device });
  if (reason) after(() => context.announce.sessionsEnded(id, { reason }));
  else for (const sid of endedSessions) after(() => context.disconnectSession(sid));
  return { removed, epoch: kept === null ? null : epoch };
};

/** As a mail's fact; empty where nothing was removed. */
export const removedInWords = (removed: RemovedAccess): string => removedList(removed).join(", ");

/** Tells the account's owner by mail what was removed, where anything was. */
export const tellOfRemoval = async (
  { enqueue }: Context,
  tx: Tx,
  after: AfterCommit,
  { userId, email, removed }: { userId: number; email: string; removed: RemovedAccess },
): Promise<void> => {
  const words = removedInWords(removed);
  if (!words) return;
  const facts = { removed: words, at: new Date().toISOString() };
  await askForMail(tx, after, enqueue, { kind: "access_removed", userId, email, facts });
};
