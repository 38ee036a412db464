export const SECURITY_EVENTS = [
  "signed_in",
  "sign_in_failed",
  "locked",
  "sign_in_link_used",
  "signed_out",
  "session_ended",
  "password_reset",
  "password_changed",
  "email_confirmed",
  "email_changed",
  "email_restored",
  "data_exported",
  "identity_confirmed",
  "passkey_added",
  "passkey_removed",
  "passkey_refused",
  "app_added",
  "app_removed",
  "recovery_codes_made",
  "recovery_code_used",
  "second_step_failed",
  "act_denied",
  "account_deleted",
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

export const SECURITY_EVENT_LABEL = {
  signed_in: "Signed in",
  sign_in_failed: "Wrong password",
  locked: "Too many wrong passwords",
  sign_in_link_used: "Sign-in link used",
  signed_out: "Signed out",
  session_ended: "Another device signed out",
  password_reset: "Password reset with email link",
  password_changed: "Password changed",
  email_confirmed: "Email verified",
  email_changed: "Email changed",
  email_restored: "Email change undone",
  data_exported: "Data export prepared",
  identity_confirmed: "Identity confirmed",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  passkey_refused: "Passkey rejected",
  app_added: "Authenticator app added",
  app_removed: "Authenticator app removed",
  recovery_codes_made: "New recovery codes",
  recovery_code_used: "Recovery code used",
  second_step_failed: "Wrong code",
  act_denied: "Action denied",
  account_deleted: "Account deleted",
} as const satisfies Record<SecurityEvent, string>;

/** Events that an attacker can repeat. They are stored once per hour and network. */
export const AGGREGATED_EVENTS: ReadonlySet<SecurityEvent> = new Set(["locked", "act_denied"]);

export const SECURITY_EVENT_RETENTION_DAYS = 30;
