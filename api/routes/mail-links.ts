import { CheckPassword, AskForLink, PasswordAdvice } from "#shared/contract/account.ts";
import {
  LinkBody,
  LinkQuery,
  LinkSignIn,
  MailLink,
  PasswordReset,
  ResetPassword,
  UsedLink,
} from "#shared/contract/mail.ts";
import { deviceName } from "#shared/domain/device.ts";
import { linkAddress } from "#shared/domain/mail.ts";
import { askForLink } from "../commands/accounts/ask-for-link.ts";
import { beginSecondStep } from "../commands/sign-in-methods/second-step.ts";
import { signInByLink } from "../commands/links/sign-in-by-link.ts";
import { lookAtLink } from "../commands/links/find-link.ts";
import type { LinkBrowser } from "../commands/links/recover-account.ts";
import { resetPassword } from "../commands/links/reset-password.ts";
import { applyLink, endMails } from "../commands/links/use-link.ts";
import type { Context } from "../context.ts";
import { senderAt } from "../http/address.ts";
import { knowDevice } from "../http/device.ts";
import { type Http, route } from "../http/route.ts";
import { ownView } from "../queries/get-user.ts";
import { letIn } from "./accounts.ts";
import { checkPassword } from "../queries/check-password.ts";

/** Returns the browser that opened a link. */
export const linkBrowser = ({ env }: Pick<Context, "env">, { req, res }: Http): LinkBrowser => {
  const { userId } = req.session;
  return {
    address: senderAt(req.ip),
    session: userId === undefined ? null : { id: req.sessionID, userId },
    knowDevice: () => knowDevice(env, req, res),
  };
};

export const mailLinkRoutes = [
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
      body: AskForLink,
      status: 204,
    },
    ({ context, body }) => askForLink(context, "reset_password", body),
  ),
  route(
    {
      method: "post",
      path: "/sign-in-link",
      summary: "Send a link to sign in with to the account's address, if there is such an account",
      as: "anyone",
      limit: { throttle: "mail", by: "address" },
      body: AskForLink,
      status: 204,
    },
    ({ context, body }) => askForLink(context, "sign_in", body),
  ),
  route(
    {
      method: "post",
      path: "/login/link",
      summary:
        "Sign in with the link of a mail; the first proof of an address removes every other way to sign in",
      as: "anyone",
      body: LinkBody,
      status: 200,
      answer: LinkSignIn,
    },
    async ({ context, body }, http) => {
      const device = deviceName(http.req.get("user-agent") ?? "");
      const browser = linkBrowser(context, http);
      const { user, removed } = await signInByLink(context, body, browser, device);
      if (user.hasApp) return { secondStep: await beginSecondStep(context.reads, user) };
      await letIn(context, http, user, { isTold: true });
      return { user: await ownView(context, user), removed };
    },
  ),
  route(
    {
      method: "post",
      path: "/password/reset",
      summary:
        "Choose a new password with the link of a mail, which removes every other way to sign in",
      as: "anyone",
      body: ResetPassword,
      status: 200,
      answer: PasswordReset,
    },
    ({ context, body }, http) => resetPassword(context, body, linkBrowser(context, http)),
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
      summary:
        "Do what the link of a mail is for: confirm an address, change it, or take it back; the answer lists which other ways to sign in were removed",
      as: "anyone",
      body: LinkBody,
      status: 200,
      answer: UsedLink,
    },
    async ({ context, body }, http) => {
      const { used, epoch } = await applyLink(context, body, linkBrowser(context, http));
      if (epoch !== null) http.req.session.epoch = epoch;
      return used;
    },
  ),
  route(
    {
      method: "get",
      path: "/unsubscribe",
      cost: "none",
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
