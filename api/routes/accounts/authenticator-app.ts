import {
  AuthenticatorSecret,
  ConfirmAuthenticatorRequest,
  RecoveryCodes,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { replaceRecoveryCodes } from "#api/commands/sign-in-methods/recovery-codes.ts";
import {
  beginAppSetup,
  confirmAppSetup,
  removeApp,
} from "#api/commands/sign-in-methods/authenticator-app.ts";
import { clientInfo, recordOwnSecurityEvent } from "#api/http/session/record-security-event.ts";
import { route } from "#api/http/route.ts";

export const authenticatorAppRoutes = [
  route(
    {
      method: "post",
      path: "/account/app",
      summary: "Get the secret for an authenticator app",
      as: "user",
      requiresIdentity: true,
      status: 200,
      answer: AuthenticatorSecret,
    },
    ({ context, viewer }, { req }) => beginAppSetup(context, viewer, clientInfo(req)),
  ),
  route(
    {
      method: "post",
      path: "/account/app/confirm",
      summary: "Turn on codes of the app and end all other sessions",
      as: "user",
      requiresIdentity: true,
      body: ConfirmAuthenticatorRequest,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer, body }, { req }) => {
      const { codes, epoch } = await confirmAppSetup(context, viewer, body.code, clientInfo(req));
      req.session.epoch = epoch;
      recordOwnSecurityEvent(context, viewer, req, "app_added");
      return codes;
    },
  ),
  route(
    {
      method: "delete",
      path: "/account/app",
      summary: "Turn off codes of the app and end all other sessions",
      as: "user",
      requiresIdentity: true,
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      req.session.epoch = await removeApp(context, viewer, clientInfo(req));
      recordOwnSecurityEvent(context, viewer, req, "app_removed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/recovery-codes",
      summary: "Replace the recovery codes and end all other sessions",
      as: "user",
      requiresIdentity: true,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer }, { req }) => {
      const { codes, epoch } = await replaceRecoveryCodes(context, viewer, clientInfo(req));
      req.session.epoch = epoch;
      recordOwnSecurityEvent(context, viewer, req, "recovery_codes_made");
      return codes;
    },
  ),
];
