import {
  CheckPasswordRequest,
  EmailLinkRequest,
  PasswordAdvice,
} from "#shared/contract/accounts/account.ts";
import {
  EmailTokenRequest,
  EmailTokenQuery,
  EmailLinkSignInResponse,
  EmailLinkInfo,
  ResetPasswordResponse,
  ResetPasswordRequest,
  ConsumedEmailLink,
} from "#shared/contract/accounts/email-links.ts";
import { describeDevice } from "#shared/domain/accounts/device.ts";
import { buildEmailLink } from "#shared/domain/email.ts";
import { enqueueLinkEmail } from "#api/commands/links/enqueue-link-email.ts";
import { beginSecondStep } from "#api/commands/sign-in-methods/second-step.ts";
import { signInByLink } from "#api/commands/links/sign-in-by-link.ts";
import { peekEmailToken } from "#api/commands/links/find-email-token.ts";
import type { LinkBrowser } from "#api/commands/links/recover-account.ts";
import { resetPassword } from "#api/commands/links/reset-password.ts";
import { applyEmailToken, unsubscribeByToken } from "#api/commands/links/apply-email-token.ts";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { ensureDeviceCookie } from "#api/http/session/device-cookie.ts";
import { type HttpExchange, route } from "#api/http/route.ts";
import { presentOwnAccount } from "#api/queries/accounts/get-user.ts";
import { completeSignIn } from "./authentication.ts";
import { checkPassword } from "#api/queries/accounts/check-password.ts";

export const getLinkBrowser = (
  { env }: Pick<Context, "env">,
  { req, res }: HttpExchange,
): LinkBrowser => {
  const { userId } = req.session;
  return {
    address: normalizeClientAddress(req.ip),
    session: userId === undefined ? null : { id: req.sessionID, userId },
    ensureDeviceCookie: () => ensureDeviceCookie(env, req, res),
  };
};

export const emailLinkRoutes = [
  route(
    {
      method: "post",
      path: "/password/check",
      summary: "Check a new password against common ones",
      as: "anyone",
      limit: { throttle: "passwordCheck", by: "address" },
      body: CheckPasswordRequest,
      status: 200,
      answer: PasswordAdvice,
    },
    ({ context, viewer, body }) => checkPassword(context, viewer, body),
  ),
  route(
    {
      method: "post",
      path: "/password/forgot",
      summary: "Email a link that resets the password, if the account exists",
      as: "anyone",
      limit: { throttle: "mail", by: "address" },
      body: EmailLinkRequest,
      status: 204,
    },
    ({ context, body }) => enqueueLinkEmail(context, "reset_password", body),
  ),
  route(
    {
      method: "post",
      path: "/sign-in-link",
      summary: "Email a sign-in link, if the account exists",
      as: "anyone",
      limit: { throttle: "mail", by: "address" },
      body: EmailLinkRequest,
      status: 204,
    },
    ({ context, body }) => enqueueLinkEmail(context, "sign_in", body),
  ),
  route(
    {
      method: "post",
      path: "/login/link",
      summary:
        "Sign in with an emailed link; the first proof of an address removes other ways to sign in",
      as: "anyone",
      body: EmailTokenRequest,
      status: 200,
      answer: EmailLinkSignInResponse,
    },
    async ({ context, body }, http) => {
      const device = describeDevice(http.req.get("user-agent") ?? "");
      const browser = getLinkBrowser(context, http);
      const { user, removed } = await signInByLink(context, body, browser, device);
      if (user.hasApp) return { secondStep: await beginSecondStep(context.sql, user) };
      await completeSignIn(context, http, user, { isOwnerNotified: true });
      return { user: await presentOwnAccount(context, user), removed };
    },
  ),
  route(
    {
      method: "post",
      path: "/password/reset",
      summary: "Set a new password with an emailed link and remove other ways to sign in",
      as: "anyone",
      body: ResetPasswordRequest,
      status: 200,
      answer: ResetPasswordResponse,
    },
    ({ context, body }, http) => resetPassword(context, body, getLinkBrowser(context, http)),
  ),
  route(
    {
      method: "post",
      path: "/links/look",
      summary: "Get the purpose of an emailed link without using it",
      as: "anyone",
      body: EmailTokenRequest,
      status: 200,
      answer: EmailLinkInfo,
    },
    ({ context, body }) => peekEmailToken(context, body),
  ),
  route(
    {
      method: "post",
      path: "/links/use",
      summary:
        "Use an emailed link: confirm, change or restore an address. The response lists removed ways to sign in",
      as: "anyone",
      body: EmailTokenRequest,
      status: 200,
      answer: ConsumedEmailLink,
    },
    async ({ context, body }, http) => {
      const { link, epoch } = await applyEmailToken(context, body, getLinkBrowser(context, http));
      if (epoch !== null) http.req.session.epoch = epoch;
      return link;
    },
  ),
  route(
    {
      method: "get",
      path: "/unsubscribe",
      cost: "none",
      summary: "Get the page that unsubscribes from a kind of email",
      as: "anyone",
      query: EmailTokenQuery,
      status: 303,
    },
    ({ query }, { res }) => void res.location(buildEmailLink("", encodeURIComponent(query.token))),
  ),
  route(
    {
      method: "post",
      path: "/unsubscribe",
      summary: "Unsubscribe from a kind of email with one click (RFC 8058)",
      as: "anyone",
      isSigned: true,
      query: EmailTokenQuery,
      status: 204,
    },
    ({ context, query, body }) => unsubscribeByToken(context, query, body),
  ),
];
