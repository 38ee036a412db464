import {
  Account,
  ChangeEmailRequest,
  ChangePasswordRequest,
  SetEmailPreferenceRequest,
  ConfirmIdentityRequest,
  DeleteAccountRequest,
  EndSessionRequest,
} from "#shared/contract/accounts/account.ts";
import { enqueueConfirmationEmail, changeEmail } from "#api/commands/accounts/change-email.ts";
import { changePassword } from "#api/commands/accounts/change-password.ts";
import { confirmIdentity } from "#api/commands/accounts/confirm-identity.ts";
import { endOtherSessions, endSessionByDigest } from "#api/commands/sessions/end-own-sessions.ts";
import { deleteOwnAccount } from "#api/commands/accounts/delete-account.ts";
import {
  enqueueExport,
  downloadExport,
  JSON_CONTENT_TYPE,
  MARKDOWN_CONTENT_TYPE,
} from "#api/commands/accounts/export-data.ts";
import { setEmailPreference } from "#api/commands/accounts/email-preferences.ts";
import { clientInfo, recordOwnSecurityEvent } from "#api/http/session/record-security-event.ts";
import { route } from "#api/http/route.ts";
import { endSession } from "#api/http/session/session.ts";
import { getAccount } from "#api/queries/accounts/get-account.ts";

export const ownAccountRoutes = [
  route(
    {
      method: "get",
      path: "/account",
      cost: "list",
      summary: "Get the user's account with its sessions",
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
      summary: "Change the password and end all other sessions",
      as: "user",
      requiresIdentity: "with_second_factor",
      body: ChangePasswordRequest,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      req.session.epoch = await changePassword(context, viewer, body, clientInfo(req));
      recordOwnSecurityEvent(context, viewer, req, "password_changed");
    },
  ),
  route(
    {
      method: "put",
      path: "/account/email",
      summary: "Send a link that confirms a new email address",
      as: "user",
      requiresIdentity: "with_second_factor",
      limit: { throttle: "mail", by: "user" },
      body: ChangeEmailRequest,
      status: 204,
    },
    ({ context, viewer, body }, { req }) => changeEmail(context, viewer, body, clientInfo(req)),
  ),
  route(
    {
      method: "post",
      path: "/account/confirmation",
      summary: "Resend the link that confirms the email address",
      as: "user",
      limit: { throttle: "mail", by: "user" },
      status: 204,
    },
    ({ context, viewer }) => enqueueConfirmationEmail(context, viewer),
  ),
  route(
    {
      method: "put",
      path: "/account/mails",
      summary: "Set which emails the user gets",
      as: "user",
      body: SetEmailPreferenceRequest,
      status: 204,
    },
    ({ context, viewer, body }) => setEmailPreference(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/account/identity",
      summary: "Confirm the identity by password, and by code if the account has an app",
      as: "user",
      body: ConfirmIdentityRequest,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      await confirmIdentity(context, viewer, body, clientInfo(req));
      req.session.provedAt = Date.now();
      recordOwnSecurityEvent(context, viewer, req, "identity_confirmed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/sessions/end",
      summary: "End one session of the user",
      as: "user",
      requiresIdentity: true,
      body: EndSessionRequest,
      status: 204,
    },
    async ({ context, viewer, body }, { req }) => {
      await endSessionByDigest(context, viewer, body.session);
      recordOwnSecurityEvent(context, viewer, req, "session_ended");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/sessions/end-others",
      summary: "End all other sessions of the user",
      as: "user",
      requiresIdentity: true,
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      await endOtherSessions(context, viewer, req.sessionID);
      recordOwnSecurityEvent(context, viewer, req, "session_ended");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/export",
      summary: "Request an export of the user's data",
      as: "user",
      requiresIdentity: true,
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      await enqueueExport(context, viewer);
      recordOwnSecurityEvent(context, viewer, req, "data_exported");
    },
  ),
  route(
    {
      method: "get",
      path: "/account/export/data.json",
      cost: "list",
      summary: "Download the exported data as JSON, for one day",
      as: "user",
      requiresIdentity: true,
      status: 200,
      media: JSON_CONTENT_TYPE,
    },
    ({ context, viewer }) => downloadExport(context, viewer, "facts"),
  ),
  route(
    {
      method: "get",
      path: "/account/export/debates.md",
      cost: "list",
      summary: "Download the exported debates as Markdown, for one day",
      as: "user",
      requiresIdentity: true,
      status: 200,
      media: MARKDOWN_CONTENT_TYPE,
    },
    ({ context, viewer }) => downloadExport(context, viewer, "debates"),
  ),
  route(
    {
      method: "post",
      path: "/account/delete",
      summary: "Delete the user's account with debates, votes and sessions",
      as: "user",
      requiresIdentity: true,
      body: DeleteAccountRequest,
      status: 204,
    },
    async ({ context, viewer, body }, { req, res }) => {
      await deleteOwnAccount(context, viewer, body.password, clientInfo(req));
      recordOwnSecurityEvent(context, viewer, req, "account_deleted");
      await endSession(context.env, req, res);
    },
  ),
];
