import { brokenConstraint } from "#infra/db/sql.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { LinkBody, UsedLink } from "#shared/contract/mail.ts";
import { endedBy, type LinkKind, ONE_CLICK, type OptionalMail } from "#shared/domain/mail.ts";
import { NOTHING_REMOVED } from "#shared/domain/recovery.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import type { Context } from "../../context.ts";
import { stopMails } from "../accounts/choose-mails.ts";
import { findLink, isOver } from "./find-link.ts";
import {
  type LinkBrowser,
  recoverAccount,
  type Recovery,
  tellOfRemoval,
} from "./recover-account.ts";
import { confirmAddress, type LinkAct, takeLink } from "./take-link.ts";

type BrowserAct = (browser: LinkBrowser) => LinkAct<Recovery>;

const confirm: BrowserAct =
  (browser) =>
  async (context, tx, after, owner, { kind, email }) => {
    const recovery = await recoverAccount(context, tx, after, { kind, owner, browser });
    await confirmAddress(context, tx, after, owner);
    await tellOfRemoval(context, tx, after, { userId: owner.id, email, removed: recovery.removed });
    return recovery;
  };

const MOVE = `UPDATE users SET email = $2, email_confirmed_at = now() WHERE id = $1`;

const moveTo: BrowserAct = (browser) => async (context, tx, after, owner, link) => {
  await tx.query(MOVE, [owner.id, link.email]);
  const recovery = await confirm(browser)(context, tx, after, owner, link);
  // An unconfirmed old address may belong to a stranger, who gets no email.
  if (owner.isConfirmed)
    await askForMail(tx, after, context.enqueue, {
      kind: "email_changed",
      userId: owner.id,
      email: owner.email,
    });
  return recovery;
};

/**
 * Deletes all links except older undo links: earlier owners can still restore their address, later
 * ones cannot.
 */
const FORGET_LATER = `
  DELETE FROM mail_links WHERE user_id = $1 AND NOT (kind = 'undo_email' AND expires_at < $2)`;
const FORGET_WAITING = `
  DELETE FROM mails WHERE user_id = $1 AND kind <> 'email_changed' AND status IN ('pending', 'running')`;

/**
 * Restores the previous address. Also removes all access, because the account may have been taken
 * over.
 */
const moveBack: BrowserAct = (browser) => async (context, tx, after, owner, link) => {
  const { kind, email, expiresAt } = link;
  const reason = "address_restored";
  await tx.query(MOVE, [owner.id, email]);
  const recovery = await recoverAccount(context, tx, after, { kind, owner, browser, reason });
  await tx.query(FORGET_LATER, [owner.id, expiresAt]);
  await tx.query(FORGET_WAITING, [owner.id]);
  await tellOfRemoval(context, tx, after, { userId: owner.id, email, removed: recovery.removed });
  return recovery;
};

const stop =
  (kind: OptionalMail): LinkAct<Recovery> =>
  async (_context, tx, _after, { id }) => {
    await stopMails(tx, id, kind);
    return { removed: NOTHING_REMOVED, epoch: null };
  };

const EVENTS: Partial<Record<LinkKind, SecurityEvent>> = {
  confirm_email: "email_confirmed",
  change_email: "email_changed",
  undo_email: "email_restored",
};

const ACTS: Partial<Record<LinkKind, BrowserAct>> = {
  confirm_email: confirm,
  change_email: moveTo,
  undo_email: moveBack,
  stop_debate_finished: () => stop("debate_finished"),
};

/**
 * Applies a link: confirms, changes or restores the address, or unsubscribes. Returns what access
 * was removed and the session's new epoch, if it continues. Throws not_found for an invalid link,
 * also if another account now has the address.
 */
export const applyLink = async (
  context: Context,
  { token }: LinkBody,
  browser: LinkBrowser,
): Promise<{ used: UsedLink; epoch: number | null }> => {
  const { kind, userId, username, email } = await findLink(context.reads, token);
  const act = ACTS[kind];
  if (!act) throw isOver();
  const { removed, epoch } = await takeLink(context, token, userId, act(browser)).catch(
    (err: unknown) => {
      throw brokenConstraint(err) === "users_email_once" ? isOver() : err;
    },
  );
  const event = EVENTS[kind];
  if (event) noteSecurityEvent(context, { event, userId, address: browser.address });
  return { used: { kind, username, email, removed }, epoch };
};

/**
 * One-click unsubscribe of mail programs (RFC 8058). Accepts only links of emails that can be
 * unsubscribed from, because the request may come from another site. Throws invalid for another
 * body, and not_found.
 */
export const endMails = async (
  context: Context,
  { token }: LinkBody,
  words: string,
): Promise<void> => {
  if (!ONE_CLICK.split("=").every((part) => words.includes(part)))
    throw new DomainError("invalid", `Send ${ONE_CLICK} to have no more of these mails.`);
  const { kind, userId } = await findLink(context.reads, token);
  const ended = endedBy(kind);
  if (!ended) throw isOver();
  await takeLink(context, token, userId, stop(ended));
};
