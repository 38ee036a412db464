import { getViolatedConstraint } from "#infra/db/sql.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type {
  EmailTokenRequest,
  ConsumedEmailLink,
} from "#shared/contract/accounts/email-links.ts";
import {
  findUnsubscribedKind,
  type EmailLinkKind,
  ONE_CLICK_HEADER_VALUE,
  type OptionalEmail,
} from "#shared/domain/email.ts";
import { NOTHING_REMOVED } from "#shared/domain/accounts/account-recovery.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import type { Context } from "../../context.ts";
import { unsubscribeFromEmails } from "../accounts/email-preferences.ts";
import { findEmailToken, createLinkExpiredError } from "./find-email-token.ts";
import {
  type LinkBrowser,
  recoverAccount,
  type AccountRecovery,
  notifyAccessRemoved,
} from "./recover-account.ts";
import {
  confirmEmailAddress,
  type EmailTokenAction,
  consumeEmailToken,
} from "./consume-email-token.ts";

type TokenActionDeps = Pick<Context, "enqueue" | "announce" | "disconnectSession">;

type BrowserTokenAction = (
  context: TokenActionDeps,
  browser: LinkBrowser,
) => EmailTokenAction<AccountRecovery>;

const confirmEmail: BrowserTokenAction =
  (context, browser) =>
  async (tx, after, owner, { kind, email }) => {
    const recovery = await recoverAccount(context, tx, after, { kind, owner, browser });
    await confirmEmailAddress(context, tx, after, owner);
    await notifyAccessRemoved(context, tx, after, {
      userId: owner.id,
      email,
      removed: recovery.removed,
    });
    return recovery;
  };

const SET_EMAIL_SQL = `UPDATE users SET email = $2, email_confirmed_at = now() WHERE id = $1`;

const setNewEmail: BrowserTokenAction = (context, browser) => async (tx, after, owner, link) => {
  await tx.query(SET_EMAIL_SQL, [owner.id, link.email]);
  const recovery = await confirmEmail(context, browser)(tx, after, owner, link);
  // An unconfirmed old address may be a stranger's, so no email is sent to it.
  if (owner.isConfirmed)
    await enqueueEmail(tx, after, context.enqueue, {
      kind: "email_changed",
      userId: owner.id,
      email: owner.email,
    });
  return recovery;
};

/**
 * Deletes the account's links, except undo links that are older than the used one. Earlier
 * addresses can still be restored, later ones cannot.
 */
const DELETE_LATER_LINKS_SQL = `
  DELETE FROM email_tokens WHERE user_id = $1 AND NOT (kind = 'undo_email' AND expires_at < $2)`;
const DELETE_PENDING_EMAILS_SQL = `
  DELETE FROM emails WHERE user_id = $1 AND kind <> 'email_changed' AND status IN ('pending', 'running')`;

/**
 * Restores the previous address and removes all other access, because the account may have been
 * taken over.
 */
const restoreEmail: BrowserTokenAction = (context, browser) => async (tx, after, owner, link) => {
  const { kind, email, expiresAt } = link;
  const reason = "address_restored";
  await tx.query(SET_EMAIL_SQL, [owner.id, email]);
  const recovery = await recoverAccount(context, tx, after, { kind, owner, browser, reason });
  await tx.query(DELETE_LATER_LINKS_SQL, [owner.id, expiresAt]);
  await tx.query(DELETE_PENDING_EMAILS_SQL, [owner.id]);
  await notifyAccessRemoved(context, tx, after, {
    userId: owner.id,
    email,
    removed: recovery.removed,
  });
  return recovery;
};

const unsubscribe =
  (kind: OptionalEmail): EmailTokenAction<AccountRecovery> =>
  async (tx, _after, { id }) => {
    await unsubscribeFromEmails(tx, id, kind);
    return { removed: NOTHING_REMOVED, epoch: null };
  };

const SECURITY_EVENTS: Partial<Record<EmailLinkKind, SecurityEvent>> = {
  confirm_email: "email_confirmed",
  change_email: "email_changed",
  undo_email: "email_restored",
};

const TOKEN_ACTIONS: Partial<Record<EmailLinkKind, BrowserTokenAction>> = {
  confirm_email: confirmEmail,
  change_email: setNewEmail,
  undo_email: restoreEmail,
  stop_debate_finished: () => unsubscribe("debate_finished"),
};

type ApplyEmailTokenDeps = Pick<
  Context,
  "logger" | "db" | "sql" | "enqueue" | "announce" | "disconnectSession"
>;

/**
 * Applies a link: confirms, changes or restores the address, or unsubscribes. Returns what access
 * was removed, and the new session epoch for this browser's session (null if that has ended).
 * Throws `not_found` for an invalid link, also if another account now has the address.
 */
export const applyEmailToken = async (
  context: ApplyEmailTokenDeps,
  { token }: EmailTokenRequest,
  browser: LinkBrowser,
): Promise<{ link: ConsumedEmailLink; epoch: number | null }> => {
  const { kind, userId, username, email } = await findEmailToken(context.sql, token);
  const createAction = TOKEN_ACTIONS[kind];
  if (!createAction) throw createLinkExpiredError();
  const { removed, epoch } = await consumeEmailToken(
    context,
    token,
    userId,
    createAction(context, browser),
  ).catch((err: unknown) => {
    throw getViolatedConstraint(err) === "users_email_once" ? createLinkExpiredError() : err;
  });
  const event = SECURITY_EVENTS[kind];
  if (event) recordSecurityEvent(context, { event, userId, address: browser.address });
  return { link: { kind, username, email, removed }, epoch };
};

/**
 * One-click unsubscribe of mail programs (RFC 8058). Accepts only links of emails that can be
 * unsubscribed from, because the request may come from another site. Throws `invalid` for another
 * body, and `not_found`.
 */
export const unsubscribeByToken = async (
  context: Pick<Context, "logger" | "db" | "sql">,
  { token }: EmailTokenRequest,
  body: string,
): Promise<void> => {
  if (!ONE_CLICK_HEADER_VALUE.split("=").every((part) => body.includes(part)))
    throw new DomainError("invalid", `Send ${ONE_CLICK_HEADER_VALUE} to unsubscribe.`);
  const { kind, userId } = await findEmailToken(context.sql, token);
  const emailKind = findUnsubscribedKind(kind);
  if (!emailKind) throw createLinkExpiredError();
  await consumeEmailToken(context, token, userId, unsubscribe(emailKind));
};
