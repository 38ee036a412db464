import { AppSecret, ConfirmApp, RecoveryCodes } from "#shared/contract/sign-in-methods.ts";
import { replaceRecoveryCodes } from "../commands/sign-in-methods/recovery-codes.ts";
import { beginApp, confirmApp, removeApp } from "../commands/sign-in-methods/set-up-app.ts";
import { noteOwn } from "../http/note-own.ts";
import { route } from "../http/route.ts";

/** Codes of an app, asked for after the password, and those for recovery. */
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
    ({ context, viewer }) => beginApp(context, viewer),
  ),
  route(
    {
      method: "post",
      path: "/account/app/confirm",
      summary: "Have codes of the app asked for after one's password, as it has made a right one",
      as: "user",
      asksIdentity: true,
      body: ConfirmApp,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer, body }, { req }) => {
      const codes = await confirmApp(context, viewer, body.code);
      noteOwn(context, viewer, req, "app_added");
      return codes;
    },
  ),
  route(
    {
      method: "delete",
      path: "/account/app",
      summary: "Have no codes asked for any more after one's password",
      as: "user",
      asksIdentity: true,
      status: 204,
    },
    async ({ context, viewer }, { req }) => {
      await removeApp(context, viewer);
      noteOwn(context, viewer, req, "app_removed");
    },
  ),
  route(
    {
      method: "post",
      path: "/account/recovery-codes",
      summary: "Have new codes for recovery, in the place of those of before",
      as: "user",
      asksIdentity: true,
      status: 200,
      answer: RecoveryCodes,
    },
    async ({ context, viewer }, { req }) => {
      const codes = await replaceRecoveryCodes(context, viewer);
      noteOwn(context, viewer, req, "recovery_codes_made");
      return codes;
    },
  ),
];
