import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type { EmailTokenRequest } from "#shared/contract/accounts/email-links.ts";
import type { RemovedAccess } from "#shared/domain/accounts/account-recovery.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "#api/queries/accounts/find-user.ts";
import { assertSignInAllowed } from "../sessions/assert-sign-in-allowed.ts";
import { assertPasswordSignInAllowed } from "../sessions/login.ts";
import { findEmailToken, createLinkExpiredError } from "./find-email-token.ts";
import { type LinkBrowser, recoverAccount, formatRemovedAccess } from "./recover-account.ts";
import { confirmEmailAddress, consumeEmailToken } from "./consume-email-token.ts";

interface LinkSignInResult {
  /** The account, as read in the transaction that used up the link. */
  user: LoginColumns;
  removed: RemovedAccess;
}

type SignInByLinkDeps = Pick<
  Context,
  "env" | "logger" | "db" | "sql" | "enqueue" | "announce" | "throttles" | "disconnectSession"
>;

/**
 * Signs in by an emailed link, which confirms the address and informs the owner by email. The
 * caller may still require a code. Login lockouts do not apply, because links cannot be guessed.
 * Throws `not_found` for an invalid link, `too_many_requests` above the hourly limit, and
 * `forbidden` for an admin who needs a passkey; the link then stays valid.
 */
export const signInByLink = async (
  context: SignInByLinkDeps,
  { token }: EmailTokenRequest,
  browser: LinkBrowser,
  device: string,
): Promise<LinkSignInResult> => {
  const { kind, userId } = await findEmailToken(context.sql, token);
  if (kind !== "sign_in") throw createLinkExpiredError();
  await assertSignInAllowed(context, { id: userId, isSuspended: false });
  const { address } = browser;
  const signedIn = await consumeEmailToken(context, token, userId, async (tx, after, owner) => {
    const { removed } = await recoverAccount(context, tx, after, { kind, owner, browser });
    await confirmEmailAddress(context, tx, after, owner);
    const user = await findLoginById(tx, owner.id);
    if (!user) throw createLinkExpiredError();
    assertPasswordSignInAllowed(context.env, user);
    const at = new Date().toISOString();
    await enqueueEmail(tx, after, context.enqueue, {
      kind: "signed_in_by_link",
      userId,
      email: owner.email,
      data: { device, address, at, removed: formatRemovedAccess(removed) },
    });
    return { user, removed };
  });
  recordSecurityEvent(context, { event: "sign_in_link_used", userId, address });
  return signedIn;
};
