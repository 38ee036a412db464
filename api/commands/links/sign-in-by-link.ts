import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { LinkBody } from "#shared/contract/mail.ts";
import type { RemovedAccess } from "#shared/domain/recovery.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "../../queries/find-user.ts";
import { admit } from "../accounts/admit.ts";
import { requireMoreThanPassword } from "../accounts/login.ts";
import { findLink, isOver } from "./find-link.ts";
import { type LinkBrowser, recoverAccount, removedInWords } from "./recover-account.ts";
import { confirmAddress, takeLink } from "./take-link.ts";

interface SignedIn {
  /** Read in the transaction that used up the link. */
  user: LoginColumns;
  removed: RemovedAccess;
}

/**
 * Signs in by an emailed link, which confirms the address and informs the owner by email. The
 * caller may still require a code. Login lockouts do not apply, because links cannot be guessed.
 * Throws not_found for an invalid link, too_many_requests above the hourly limit, and forbidden for
 * an admin who needs a passkey; the link then stays valid.
 */
export const signInByLink = async (
  context: Context,
  { token }: LinkBody,
  browser: LinkBrowser,
  device: string,
): Promise<SignedIn> => {
  const { kind, userId } = await findLink(context.reads, token);
  if (kind !== "sign_in") throw isOver();
  await admit(context, { id: userId, isSuspended: false });
  const { address } = browser;
  const signedIn = await takeLink(context, token, userId, async (_context, tx, after, owner) => {
    const { removed } = await recoverAccount(context, tx, after, { kind, owner, browser });
    await confirmAddress(context, tx, after, owner);
    const user = await findLoginById(tx, owner.id);
    if (!user) throw isOver();
    requireMoreThanPassword(context.env, user);
    const at = new Date().toISOString();
    await askForMail(tx, after, context.enqueue, {
      kind: "signed_in_by_link",
      userId,
      email: owner.email,
      facts: { device, address, at, removed: removedInWords(removed) },
    });
    return { user, removed };
  });
  noteSecurityEvent(context, { event: "sign_in_link_used", userId, address });
  return signedIn;
};
