import {
  Account,
  ChangeEmail,
  ChangePassword,
  ChooseMails,
  ConfirmIdentity,
  DeleteAccount,
  EndSession,
} from "#shared/contract/account.ts";
import { askForConfirmation, changeEmail } from "../commands/accounts/change-email.ts";
import { changePassword } from "../commands/accounts/change-password.ts";
import { confirmIdentity } from "../commands/accounts/confirm-identity.ts";
import { endOtherSessions, endSessionNamed } from "../commands/accounts/end-own-sessions.ts";
import { deleteOwnAccount } from "../commands/accounts/delete-user.ts";
import {
  askForExport,
  downloadExport,
  JSON_FILE,
  MARKDOWN_FILE,
} from "../commands/accounts/export-data.ts";
import { chooseMails } from "../commands/accounts/choose-mails.ts";
import { hereOf, noteOwn } from "../http/note-own.ts";
import { route } from "../http/route.ts";
import { endSession } from "../http/session.ts";
import { getAccount } from "../queries/get-account.ts";

export const accountPageRoutes = [
  route(
    {
      method: "get",
      path: "/account",
      cost: "list",
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
      asksIdentity: "with_second_factor",
      body: ChangePassword,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      req.session.epoch = await changePassword(context, viewer, body, hereOf(req));
      noteOwn(context, viewer, req, "password_changed");
    },
  ),
  route(
    {
      method: "put",
      path: "/account/email",
      summary: "Have a link sent to a new e-mail address, which the account has once it is used",
      as: "user",
      asksIdentity: "with_second_factor",
      limit: { throttle: "mail", by: "user" },
      body: ChangeEmail,
      status: 204,
    },
    ({ context, viewer, body }, { req }) => changeEmail(context, viewer, body, hereOf(req)),
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
      summary: "Confirm one's identity by the password, and a code where the account has an app",
      as: "user",
      body: ConfirmIdentity,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      await confirmIdentity(context, viewer, body, hereOf(req));
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
      asksIdentity: true,
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
      asksIdentity: true,
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
      asksIdentity: true,
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
      cost: "list",
      summary: "All that is known of oneself, once it is put together, for a day",
      as: "user",
      asksIdentity: true,
      status: 200,
      media: JSON_FILE,
    },
    ({ context, viewer }) => downloadExport(context, viewer, "facts"),
  ),
  route(
    {
      method: "get",
      path: "/account/export/debates.md",
      cost: "list",
      summary: "One's own debates as Markdown, once they are put together, for a day",
      as: "user",
      asksIdentity: true,
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
      asksIdentity: true,
      body: DeleteAccount,
      status: 204,
    },
    async ({ context, viewer, body }, { req, res }) => {
      await deleteOwnAccount(context, viewer, body.password, hereOf(req));
      noteOwn(context, viewer, req, "account_deleted");
      await endSession(context.env, req, res);
    },
  ),
];
