import {
  Account,
  ChangeEmail,
  ChangePassword,
  CheckPassword,
  ChooseMails,
  ConfirmIdentity,
  DeleteAccount,
  EndSession,
  ForgotPassword,
  PasswordAdvice,
} from "#shared/contract/account.ts";
import { LinkBody, LinkQuery, MailLink, ResetPassword } from "#shared/contract/mail.ts";
import { linkAddress } from "#shared/domain/mail.ts";
import { askForConfirmation, changeEmail } from "../commands/accounts/change-email.ts";
import { changePassword } from "../commands/accounts/change-password.ts";
import { confirmPassword } from "../commands/accounts/confirm-password.ts";
import { endOtherSessions, endSessionNamed } from "../commands/accounts/end-own-sessions.ts";
import { deleteOwnAccount } from "../commands/accounts/delete-user.ts";
import {
  askForExport,
  downloadExport,
  JSON_FILE,
  MARKDOWN_FILE,
} from "../commands/accounts/export-data.ts";
import { forgotPassword } from "../commands/accounts/forgot-password.ts";
import { chooseMails } from "../commands/accounts/choose-mails.ts";
import { applyLink, endMails, lookAtLink, resetPassword } from "../commands/accounts/use-link.ts";
import { senderAt } from "../http/address.ts";
import { noteOwn } from "../http/note-own.ts";
import { route } from "../http/route.ts";
import { endSession } from "../http/session.ts";
import { checkPassword } from "../queries/check-password.ts";
import { getAccount } from "../queries/get-account.ts";

/** What somebody does with an account of their own, and what the links in their mails are for. */
export const accountPageRoutes = [
  route(
    {
      method: "get",
      path: "/account",
      summary: "What its owner alone sees of an account: where they are signed in, and more",
      as: "user",
      status: 200,
      answer: Account,
    },
    ({ context, viewer }, { req }) => getAccount(context, viewer, req.sessionID),
  ),
  route(
    {
      method: "put",
      path: "/account/password",
      summary: "Change the password, which signs one out everywhere else",
      as: "user",
      body: ChangePassword,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      const here = { sessionId: req.sessionID, address: senderAt(req.ip) };
      req.session.epoch = await changePassword(context, viewer, body, here);
      noteOwn(context, viewer, req, "password_changed");
    },
  ),
  route(
    {
      method: "put",
      path: "/account/email",
      summary: "Have a link sent to a new e-mail address, which the account has once it is used",
      as: "user",
      limit: { throttle: "mail", by: "user" },
      body: ChangeEmail,
      status: 204,
    },
    ({ context, viewer, body }, { req }) => changeEmail(context, viewer, body, senderAt(req.ip)),
  ),
  route(
    {
      method: "post",
      path: "/account/confirmation",
      summary: "Have the link sent again that confirms the e-mail address",
      as: "user",
      limit: { throttle: "mail", by: "user" },
      status: 204,
    },
    ({ context, viewer }) => askForConfirmation(context, viewer),
  ),
  route(
    {
      method: "put",
      path: "/account/mails",
      summary: "Choose whether to be told something by mail",
      as: "user",
      body: ChooseMails,
      status: 204,
    },
    ({ context, viewer, body }) => chooseMails(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/account/identity",
      summary: "Prove by the password who one is, for what asks for that again",
      as: "user",
      body: ConfirmIdentity,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      await confirmPassword(context, viewer, body.password, senderAt(req.ip));
      req.session.provedAt = Date.now();
      noteOwn(context, viewer, req, "identity_confirmed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/sessions/end",
      summary: "Sign out where one is signed in by this name",
      as: "user",
      body: EndSession,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      await endSessionNamed(context, viewer, body.session);
      noteOwn(context, viewer, req, "session_ended");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/sessions/end-others",
      summary: "Sign out everywhere but here",
      as: "user",
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      await endOtherSessions(context, viewer, req.sessionID);
      noteOwn(context, viewer, req, "session_ended");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/export",
      summary: "Have everything put together that is one's own",
      as: "user",
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      await askForExport(context, viewer);
      noteOwn(context, viewer, req, "data_exported");
    },
  ),
  route(
    {
      method: "get",
      path: "/account/export/data.json",
      summary: "All that is known of oneself, once it is put together, for a day",
      as: "user",
      status: 200,
      media: JSON_FILE,
    },
    ({ context, viewer }) => downloadExport(context, viewer, "facts"),
  ),
  route(
    {
      method: "get",
      path: "/account/export/debates.md",
      summary: "One's own debates as Markdown, once they are put together, for a day",
      as: "user",
      status: 200,
      media: MARKDOWN_FILE,
    },
    ({ context, viewer }) => downloadExport(context, viewer, "debates"),
  ),
  route(
    {
      method: "post",
      path: "/account/delete",
      summary: "Delete one's own account, with debates, votes and sessions",
      as: "user",
      body: DeleteAccount,
      status: 204,
    },
    async ({ context, viewer, body }, { req, res }) => {
      await deleteOwnAccount(context, viewer, body.password, senderAt(req.ip));
      noteOwn(context, viewer, req, "account_deleted");
      await endSession(context.env, req, res);
    },
  ),
  route(
    {
      method: "post",
      path: "/password/check",
      summary: "Whether others would guess a password soon, before it is chosen",
      as: "anyone",
      limit: { throttle: "passwordCheck", by: "address" },
      body: CheckPassword,
      status: 200,
      answer: PasswordAdvice,
    },
    ({ context, viewer, body }) => checkPassword(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/password/forgot",
      summary: "Have a link sent to choose a new password with, if there is such an account",
      as: "anyone",
      limit: { throttle: "mail", by: "address" },
      body: ForgotPassword,
      status: 204,
    },
    ({ context, body }) => forgotPassword(context, body),
  ),
  route(
    {
      method: "post",
      path: "/password/reset",
      summary: "Choose a new password with the link of a mail, which signs one out everywhere",
      as: "anyone",
      body: ResetPassword,
      status: 204,
    },
    ({ context, body }, { req }) => resetPassword(context, body, senderAt(req.ip)),
  ),
  route(
    {
      method: "post",
      path: "/links/look",
      summary: "What the link of a mail is for; it can be used afterwards",
      as: "anyone",
      body: LinkBody,
      status: 200,
      answer: MailLink,
    },
    ({ context, body }) => lookAtLink(context, body),
  ),
  route(
    {
      method: "post",
      path: "/links/use",
      summary: "Do what the link of a mail is for: confirm an address, change it, or take it back",
      as: "anyone",
      body: LinkBody,
      status: 200,
      answer: MailLink,
    },
    ({ context, body }, { req }) => applyLink(context, body, senderAt(req.ip)),
  ),
  route(
    {
      method: "get",
      path: "/unsubscribe",
      summary:
        "The page that asks whether to end a kind of mail, for programs that only open addresses",
      as: "anyone",
      query: LinkQuery,
      status: 303,
    },
    ({ query }, { res }) => void res.location(linkAddress("", encodeURIComponent(query.token))),
  ),
  route(
    {
      method: "post",
      path: "/unsubscribe",
      summary: "End a kind of mail at one press in a mail program (RFC 8058)",
      as: "anyone",
      isSigned: true,
      query: LinkQuery,
      status: 204,
    },
    ({ context, query, body }) => endMails(context, query, body),
  ),
];
