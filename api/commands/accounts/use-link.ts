import { brokenConstraint, change, select, type Sql } from "#infra/db/sql.ts";
import { type Locked, lockRows } from "#infra/db/locks.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { digestOf } from "#infra/mail-token.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  isToken,
  type LinkBody,
  type MailLink,
  type ResetPassword,
} from "#shared/contract/mail.ts";
import { endedBy, type LinkKind, ONE_CLICK, type OptionalMail } from "#shared/domain/mail.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import type { UserRole } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { stopMails } from "./choose-mails.ts";
import { endAllSessions } from "./end-all-sessions.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-quality.ts";

/** One sentence for all that do not work, so that nobody learns which of them ever did. */
const isOver = (): DomainError =>
  new DomainError("not_found", "This link does not work any more. It may be used, or too old.");

interface LinkColumns {
  kind: LinkKind;
  userId: number;
  email: string;
}

interface Owner {
  id: number;
  email: string;
  username: string;
  isConfirmed: boolean;
}

const OWNER = `id, email, username, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

/** Those that tell of the address the account has, and those that give it another. */
const OF_THE_ADDRESS_NOW: ReadonlySet<LinkKind> = new Set<LinkKind>([
  "confirm_email",
  "reset_password",
]);

const isGood = ({ kind, email }: LinkColumns, owner: Pick<Owner, "email">): boolean =>
  !OF_THE_ADDRESS_NOW.has(kind) || email.toLowerCase() === owner.email.toLowerCase();

const LOOK = `
  SELECT l.kind, l.user_id AS "userId", l.email, u.username, u.role, u.email AS "emailNow"
    FROM mail_links l JOIN users u ON u.id = l.user_id
   WHERE l.digest = $1 AND l.expires_at > now() AND u.suspended_at IS NULL`;

interface Found extends LinkColumns {
  username: string;
  role: UserRole;
  emailNow: string;
}

const find = async (sql: Sql, token: string): Promise<Found> => {
  // What is no link of ours need not be looked for.
  const [found] = isToken(token) ? await select<Found>(sql, LOOK, [digestOf(token)]) : [];
  if (!found || !isGood(found, { email: found.emailNow })) throw isOver();
  return found;
};

/** What a link is for; it can be used afterwards as before. Throws not_found for one that is over. */
export const lookAtLink = async ({ reads }: Context, { token }: LinkBody): Promise<MailLink> => {
  const { kind, username, email } = await find(reads, token);
  return { kind, username, email };
};

const TAKE = `
  DELETE FROM mail_links WHERE digest = $1 AND expires_at > now()
  RETURNING kind, user_id AS "userId", email, expires_at AS "expiresAt"`;

interface TakenLink extends LinkColumns {
  expiresAt: Date;
}

type Act = (
  context: Context,
  tx: Tx,
  after: AfterCommit,
  owner: Locked<Owner>,
  link: TakenLink,
) => Promise<void>;

/**
 * Uses a link up and does what it is for, in one transaction: the account is locked first, so that of
 * many at once the first has it, and the others find nothing.
 */
const take = (context: Context, token: string, userId: number, act: Act): Promise<LinkKind> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [owner] = await lockRows<Owner>(tx, "users", {
      columns: OWNER,
      where: "id = $1 AND suspended_at IS NULL",
      values: [userId],
      strength: "NO KEY UPDATE",
    });
    const [link] = await change<TakenLink>(tx, TAKE, [digestOf(token)]);
    if (!owner || !link || !isGood(link, owner)) throw isOver();
    await act(context, tx, after, owner, link);
    return link.kind;
  });

const CONFIRM = `
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, now()) WHERE id = $1`;

/** The credit that waited for this, for whoever has signed up where it does. Once. */
const CREDIT = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT user_id, 1, 'confirmation', user_id::text FROM credit_ledger
   WHERE user_id = $1 AND reason = 'signup' AND delta = 0
      ON CONFLICT ON CONSTRAINT credit_ledger_once DO NOTHING RETURNING id`;

/** Whoever reads the account's mail has said so. */
const confirm = async (
  { announce }: Context,
  tx: Tx,
  after: AfterCommit,
  { id }: Pick<Owner, "id">,
): Promise<void> => {
  await tx.query(CONFIRM, [id]);
  if ((await change(tx, CREDIT, [id])).length === 0) return;
  const [user] = await select<{ credits: number }>(tx, `SELECT credits FROM users WHERE id = $1`, [
    id,
  ]);
  if (user) after(() => announce.creditsUpdated(id, user.credits));
};

const MOVE = `UPDATE users SET email = $2, email_confirmed_at = now() WHERE id = $1`;

const moveTo: Act = async (context, tx, after, owner, { email }) => {
  await tx.query(MOVE, [owner.id, email]);
  await confirm(context, tx, after, owner);
  // Nobody knows yet whose the old one is.
  if (owner.isConfirmed)
    await askForMail(tx, after, context.enqueue, {
      kind: "email_changed",
      userId: owner.id,
      email: owner.email,
    });
};

/** Those who had the account before whoever moves it back may do so, too; those after them may not. */
const FORGET_LATER = `
  DELETE FROM mail_links WHERE user_id = $1 AND NOT (kind = 'undo_email' AND expires_at < $2)`;
const FORGET_WAITING = `
  DELETE FROM mails WHERE user_id = $1 AND kind <> 'email_changed' AND status IN ('pending', 'running')`;

/** Whoever moved the account away may hold more than its address. */
const moveBack: Act = async (context, tx, after, { id }, { email, expiresAt }) => {
  await tx.query(MOVE, [id, email]);
  await tx.query(FORGET_LATER, [id, expiresAt]);
  await tx.query(FORGET_WAITING, [id]);
  await endAllSessions(context, tx, after, id, "password_changed");
};

const stop =
  (kind: OptionalMail): Act =>
  (_context, tx, _after, { id }) =>
    stopMails(tx, id, kind);

const EVENTS: Partial<Record<LinkKind, SecurityEvent>> = {
  confirm_email: "email_confirmed",
  change_email: "email_changed",
  undo_email: "email_restored",
};

const ACTS: Partial<Record<LinkKind, Act>> = {
  confirm_email: confirm,
  change_email: moveTo,
  undo_email: moveBack,
  stop_debate_finished: stop("debate_finished"),
};

/**
 * Does what a link is for, once: confirms an address, gives the account its new one, or back the one
 * it had, or ends a kind of mail. Throws not_found for a link that is over, also where its address has become another
 * account's: nobody learns that.
 */
export const applyLink = async (
  context: Context,
  { token }: LinkBody,
  address: string,
): Promise<MailLink> => {
  const { kind, userId, username, email } = await find(context.reads, token);
  const act = ACTS[kind];
  if (!act) throw isOver();
  try {
    await take(context, token, userId, act);
  } catch (err) {
    throw brokenConstraint(err) === "users_email_once" ? isOver() : err;
  }
  const event = EVENTS[kind];
  if (event) noteSecurityEvent(context, { event, userId, address });
  return { kind, username, email };
};

/**
 * Ends the kind of mail that a mail program says its reader has had enough of (RFC 8058), by the link
 * that came with it; none that is for something else works here, where it need not be the product's
 * own page that asks. Throws invalid for other words, and not_found.
 */
export const endMails = async (
  context: Context,
  { token }: LinkBody,
  words: string,
): Promise<void> => {
  if (!ONE_CLICK.split("=").every((part) => words.includes(part)))
    throw new DomainError("invalid", `Send ${ONE_CLICK} to have no more of these mails.`);
  const { kind, userId } = await find(context.reads, token);
  const ended = endedBy(kind);
  if (!ended) throw isOver();
  await take(context, token, userId, stop(ended));
};

/**
 * All but the way back to an address of before, which may be another's who has lost the account, and
 * those that end mails, which give nobody anything.
 */
const KEPT: readonly LinkKind[] = ["undo_email", "stop_debate_finished"];
const FORGET_CHANGES = `DELETE FROM mail_links WHERE user_id = $1 AND kind <> ALL ($2)`;

const SET_PASSWORD = `UPDATE users SET password = $2 WHERE id = $1`;

/**
 * Gives the account that a link was sent for a new password, which confirms its address and ends its
 * sessions, its other links, too. Throws not_found for a link that is over, or for something else.
 */
export const resetPassword = async (
  context: Context,
  { token, password }: ResetPassword,
  address: string,
): Promise<void> => {
  const { kind, userId, username, email, role } = await find(context.reads, token);
  if (kind !== "reset_password") throw isOver();
  await requireGoodPassword(context.env, password, { names: [username, email], role }, "password");
  const hashed = await hashPassword(password);
  await take(context, token, userId, async (_context, tx, after, owner) => {
    await tx.query(SET_PASSWORD, [owner.id, hashed]);
    await confirm(context, tx, after, owner);
    await tx.query(FORGET_CHANGES, [owner.id, KEPT]);
    await endAllSessions(context, tx, after, owner.id, "password_changed");
    await askForMail(tx, after, context.enqueue, {
      kind: "password_changed",
      userId: owner.id,
      email: owner.email,
    });
  });
  noteSecurityEvent(context, { event: "password_reset", userId, address });
};
