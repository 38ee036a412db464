/**
 * How an endpoint that changes something treats a session whose identity was not confirmed in the
 * last 15 minutes. `asks` answers 403 `confirm_identity`. `asks with a second factor` does so only
 * for accounts with a second factor: for all others, the password in the request's body is enough.
 * Every other value is the reason why the endpoint does not ask.
 */
type IdentityRequirement = "asks" | "asks with a second factor";
type IdentityExemptionReason =
  | "needs no session"
  | "is how identity is confirmed"
  | "ends the caller's own session"
  | "sends a mail to the caller's own address"
  | "is a choice that can be taken back"
  | "is only an opinion"
  | "changes nothing"
  | "is paid with credits that were bought for it"
  | "is confirmed at PayPal"
  | "only shows results that appear minutes later anyway"
  | "repeats work that failed"
  | "is one recording, and in the audit log";

/**
 * Every endpoint that changes something or returns all data of a person. New endpoints must be
 * added.
 */
export const IDENTITY_CONFIRMATION: Readonly<
  Record<string, IdentityRequirement | IdentityExemptionReason>
> = {
  "POST /register": "needs no session",
  "POST /login": "needs no session",
  "POST /login/second-step": "needs no session",
  "POST /login/link": "needs no session",
  "POST /sign-in-link": "needs no session",
  "POST /login/passkey/options": "needs no session",
  "POST /login/passkey": "needs no session",
  "POST /password/check": "needs no session",
  "POST /password/forgot": "needs no session",
  "POST /password/reset": "needs no session",
  "POST /links/look": "needs no session",
  "POST /links/use": "needs no session",
  "POST /unsubscribe": "needs no session",
  "POST /webhooks/paypal": "needs no session",
  "POST /debates/:id/report": "needs no session",
  "POST /logout": "ends the caller's own session",
  "POST /account/identity": "is how identity is confirmed",
  "POST /account/identity/passkey/options": "is how identity is confirmed",
  "POST /account/identity/passkey": "is how identity is confirmed",
  "POST /account/confirmation": "sends a mail to the caller's own address",
  "PUT /account/mails": "is a choice that can be taken back",
  "PUT /account/password": "asks with a second factor",
  "PUT /account/email": "asks with a second factor",
  "POST /account/passkeys/options": "asks",
  "POST /account/passkeys": "asks",
  "PATCH /account/passkeys/:id": "asks",
  "DELETE /account/passkeys/:id": "asks",
  "POST /account/app": "asks",
  "POST /account/app/confirm": "asks",
  "DELETE /account/app": "asks",
  "POST /account/recovery-codes": "asks",
  "POST /account/sessions/end": "asks",
  "POST /account/sessions/end-others": "asks",
  "POST /account/export": "asks",
  "GET /account/export/data.json": "asks",
  "GET /account/export/debates.md": "asks",
  "POST /account/delete": "asks",
  "POST /debates": "is paid with credits that were bought for it",
  "POST /debates/:id/rematch": "is paid with credits that were bought for it",
  "POST /debates/language": "changes nothing",
  "POST /debates/:id/turns": "is paid with credits that were bought for it",
  "PUT /debates/:id/auto-play": "is paid with credits that were bought for it",
  "PATCH /debates/:id": "is a choice that can be taken back",
  "POST /debates/:id/vote": "is a choice that can be taken back",
  "POST /debates/:id/ballot": "is only an opinion",
  "POST /turns/:id/seen": "is only an opinion",
  "POST /debates/:id/appeal": "is only an opinion",
  "POST /debates/:id/skip-vote": "only shows results that appear minutes later anyway",
  "POST /debates/:id/reaction": "is a choice that can be taken back",
  "POST /turns/:id/reactions": "is only an opinion",
  "DELETE /debates/:id": "asks",
  "POST /credits/purchase": "is confirmed at PayPal",
  "POST /credits/capture": "is confirmed at PayPal",
  "POST /credits/resume": "is confirmed at PayPal",
  "POST /credits/cancel": "is confirmed at PayPal",
  "POST /credits/dismiss": "is a choice that can be taken back",
  "DELETE /admin/users/:id": "asks",
  "POST /admin/users/:id/end-sessions": "asks",
  "PATCH /admin/users/:id/credits": "asks",
  "PUT /admin/users/:id/suspension": "asks",
  "POST /admin/reviews/:id": "asks",
  "POST /admin/appeals/:id": "asks",
  "POST /admin/debates/:id/audio": "asks",
  "GET /admin-regen-audio/:id": "is one recording, and in the audit log",
  "POST /admin/debates/:id/verdict": "repeats work that failed",
  "POST /admin/mails/:id/retry": "repeats work that failed",
  "POST /admin/exports/:id/retry": "repeats work that failed",
  "POST /admin/turns/:id/judging": "repeats work that failed",
  "PUT /superadmin/users/:id/role": "asks",
  "PUT /superadmin/users/:id/credits": "asks",
  "POST /superadmin/model-check": "asks",
  "POST /superadmin/judge-audits": "asks",
};
