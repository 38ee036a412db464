import { ERROR_STATUS, type ErrorCode } from "#shared/contract/errors.ts";
import { table } from "./markdown.ts";

/** Why a code is sent, and what its receiver can do. */
const EXPLAINED: Record<ErrorCode, [cause: string, action: string]> = {
  malformed: ["The body is not valid JSON.", "Correct the body."],
  unauthenticated: ["There is no session, or the password or code is wrong.", "Sign in."],
  no_credits: ["The user has no credit left.", "Buy credits, then repeat the request."],
  forbidden: ["The role of the user does not allow this.", "Use an account with the needed role."],
  second_factor_required: [
    "The site requires this user to have a second factor.",
    "Add a passkey or an authenticator app in the account settings.",
  ],
  confirm_identity: [
    "The identity was confirmed more than 15 minutes ago.",
    "Confirm it with `POST /api/account/identity` or a passkey, then repeat the request.",
  ],
  email_unconfirmed: ["The email address is not confirmed.", "Open the link in the email."],
  cross_origin: [
    "A page of another site sent a request that changes something.",
    "Send it from the site itself, with its `Origin`.",
  ],
  not_found: ["The thing does not exist, or this user may not see it.", "Check the id."],
  not_acceptable: ["The requested format is not available.", "Change the `Accept` header."],
  conflict: [
    "The state changed in the meantime, or a name is taken.",
    "Read the state again, then decide.",
  ],
  no_voice: [
    "The voice does not speak the debate's language.",
    "Read the debate, or add the language to `TTS_LANGUAGES`.",
  ],
  too_large: ["The body exceeds its limit.", "Send less."],
  unsupported_media_type: ["The body is not `application/json`.", "Set `Content-Type`."],
  range_not_satisfiable: ["The requested range lies outside the file.", "Ask for another range."],
  unknown_host: [
    "The server does not answer for this `Host`.",
    "Add the name to `ALLOWED_HOSTS`, or set `PUBLIC_ORIGIN`.",
  ],
  invalid: ["A field is missing, unknown or wrong; `fields` says which.", "Correct the fields."],
  instrument_declined: [
    "The means of payment was declined.",
    "Choose another means; the order stays valid.",
  ],
  payment_declined: ["The payment was declined.", "Start a new purchase later."],
  too_many_requests: ["A rate limit is reached.", "Repeat after `Retry-After` seconds."],
  spending_limit: [
    "The daily spending limit is reached.",
    "Wait until midnight UTC, or raise `DAILY_SPEND_LIMIT`.",
  ],
  internal: ["An error of the server. The log has it under the `requestId`.", "Report it."],
  unavailable: [
    "A provider, the voice, PayPal or another needed service is not available.",
    "Repeat after `Retry-After` seconds.",
  ],
  out_of_service: [
    "The database is not available, so every request fails.",
    "Wait; operators see `/readyz`.",
  ],
};

const INTRODUCTION = `Every error has the body \`{ "code", "message", "fields"? }\`: \`code\` is for programs, \`message\` is a sentence
for people, and \`fields\` contains a sentence for each wrong field. \`shared/contract/errors.ts\` declares the codes.`;

/** The text of `docs/errors.md`. */
export const errorsPage = (): string => {
  const codes = Object.keys(EXPLAINED) as ErrorCode[];
  const rows = codes.map((code) => {
    const [cause, action] = EXPLAINED[code];
    return [`\`${code}\``, String(ERROR_STATUS[code]), cause, action];
  });
  return [
    "# Error codes",
    INTRODUCTION,
    table(["code", "status", "cause", "what to do"], rows),
  ].join("\n\n");
};
