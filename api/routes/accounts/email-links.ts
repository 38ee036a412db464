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

/** Returns the browser that opened a link. */
export const getLinkBrowser = (
  { env }: Pick<Context, "env">,
  { req, res }: HttpExchange,
): LinkBrowser => {
  const { userId } = req.session;
  return {
    address: normalizeClientAddress(req.ip),
    session: userId === undefined ? null : { id: req.sessionID, userId },
    knowDevice: () => ensureDeviceCookie(env, req, res),
  };
};

export const emailLinkRoutes = [
  route(
    {
      method: "post",
      path: "/password/check",
      summary: "Whether others would guess a password soon, before it is chosen",
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
      summary: "Have a link sent to choose a new password with, if there is such an account",
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
      summary: "Send a link to sign in with to the account's address, if there is such an account",
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
        "Sign in with the link of a mail; the first proof of an address removes every other way to sign in",
      as: "anyone",
      body: EmailTokenRequest,
      status: 200,
      answer: EmailLinkSignInResponse,
    },
    async ({ context, body }, http) => {
      const device = describeDevice(http.req.get("user-agent") ?? "");
      const browser = getLinkBrowser(context, http);
      const { user, removed } = await signInByLink(context, body, browser, device);
      if (user.hasApp) return { secondStep: await beginSecondStep(context.reads, user) };
      await completeSignIn(context, http, user, { isTold: true });
      return { user: await presentOwnAccount(context, user), removed };
    },
  ),
  route(
    {
      method: "post",
      path: "/password/reset",
      summary:
        "Choose a new password with the link of a mail, which removes every other way to sign in",
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
      summary: "What the link of a mail is for; it can be used afterwards",
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
        "Do what the link of a mail is for: confirm an address, change it, or take it back; the answer lists which other ways to sign in were removed",
      as: "anyone",
      body: EmailTokenRequest,
      status: 200,
      answer: ConsumedEmailLink,
    },
    async ({ context, body }, http) => {
      const { used, epoch } = await applyEmailToken(context, body, getLinkBrowser(context, http));
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
      query: EmailTokenQuery,
      status: 303,
    },
    ({ query }, { res }) => void res.location(buildEmailLink("", encodeURIComponent(query.token))),
  ),
  route(
    {
      method: "post",
      path: "/unsubscribe",
      summary: "End a kind of mail at one press in a mail program (RFC 8058)",
      as: "anyone",
      isSigned: true,
      query: EmailTokenQuery,
      status: 204,
    },
    ({ context, query, body }) => unsubscribeByToken(context, query, body),
  ),
];
