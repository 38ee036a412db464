import { CheckPassword, ForgotPassword, PasswordAdvice } from "#shared/contract/account.ts";
import { LinkBody, LinkQuery, MailLink, ResetPassword } from "#shared/contract/mail.ts";
import { linkAddress } from "#shared/domain/mail.ts";
import { forgotPassword } from "../commands/accounts/forgot-password.ts";
import { lookAtLink } from "../commands/links/find-link.ts";
import { resetPassword } from "../commands/links/reset-password.ts";
import { applyLink, endMails } from "../commands/links/use-link.ts";
import { senderAt } from "../http/address.ts";
import { route } from "../http/route.ts";
import { checkPassword } from "../queries/check-password.ts";

/** What the links in mails are for, and a password that is chosen by one: by whoever has the mail. */
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
