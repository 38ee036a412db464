import { AppSecret, ConfirmApp, RecoveryCodes } from "#shared/contract/sign-in-methods.ts";
import { replaceRecoveryCodes } from "../commands/sign-in-methods/recovery-codes.ts";
import { beginApp, confirmApp, removeApp } from "../commands/sign-in-methods/set-up-app.ts";
import { hereOf, noteOwn } from "../http/note-own.ts";
import { route } from "../http/route.ts";

export const authenticatorAppRoutes = [
  route(
    {
      method: "post",
      path: "/account/app",
      summary: "What an authenticator app needs to make codes for after one's password",
      as: "user",
      asksIdentity: true,
      status: 200,
      answer: AppSecret,
    },
    ({ context, viewer }, { req }) => beginApp(context, viewer, hereOf(req)),
  ),
  route(
    {
      method: "post",
      path: "/account/app/confirm",
      summary:
        "Ask for codes of the app after the password from now on, which ends all other sessions",
      as: "user",
      asksIdentity: true,
      body: ConfirmApp,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer, body }, { req }) => {
      const { codes, epoch } = await confirmApp(context, viewer, body.code, hereOf(req));
      req.session.epoch = epoch;
      noteOwn(context, viewer, req, "app_added");
      return codes;
    },
  ),
  route(
    {
      method: "delete",
      path: "/account/app",
      summary: "Ask for no code after the password any more, which ends all other sessions",
      as: "user",
      asksIdentity: true,
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      req.session.epoch = await removeApp(context, viewer, hereOf(req));
      noteOwn(context, viewer, req, "app_removed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/recovery-codes",
      summary: "Replace the recovery codes, which ends all other sessions",
      as: "user",
      asksIdentity: true,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer }, { req }) => {
      const { codes, epoch } = await replaceRecoveryCodes(context, viewer, hereOf(req));
      req.session.epoch = epoch;
      noteOwn(context, viewer, req, "recovery_codes_made");
      return codes;
    },
  ),
];
