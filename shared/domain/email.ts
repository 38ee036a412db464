export const EMAIL_KINDS = [
  "confirm_email",
  "reset_password",
  "change_email",
  "sign_in",
  "signed_in_by_link",
  "access_removed",
  "email_changed",
  "password_changed",
  "export_ready",
  "new_device",
  "sign_in_method_added",
  "sign_in_method_removed",
  "receipt",
  "debate_finished",
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Links in emails, with their lifetime in hours. */
export const EMAIL_LINKS = {
  confirm_email: { hours: 72 },
  reset_password: { hours: 1 },
  change_email: { hours: 24 },
  undo_email: { hours: 72 },
  sign_in: { hours: 0.25 },
  // This lifetime is long, because users may unsubscribe from an old email.
  stop_debate_finished: { hours: 24 * 60 },
} as const;
export type EmailLinkKind = keyof typeof EMAIL_LINKS;
export const EMAIL_LINK_KINDS = Object.keys(EMAIL_LINKS) as EmailLinkKind[];

export type EmailData = Record<string, string>;

interface EmailRules {
  link: EmailLinkKind | null;
  /**
   * Whether this kind may be sent to an unconfirmed address. True only for emails whose link
   * confirms the address.
   */
  confirms: boolean;
}

export const EMAIL_RULES = {
  confirm_email: { link: "confirm_email", confirms: true },
  reset_password: { link: "reset_password", confirms: true },
  change_email: { link: "change_email", confirms: true },
  sign_in: { link: "sign_in", confirms: true },
  signed_in_by_link: { link: null, confirms: false },
  access_removed: { link: null, confirms: false },
  email_changed: { link: "undo_email", confirms: false },
  password_changed: { link: null, confirms: false },
  export_ready: { link: null, confirms: false },
  new_device: { link: null, confirms: false },
  sign_in_method_added: { link: null, confirms: false },
  sign_in_method_removed: { link: null, confirms: false },
  receipt: { link: null, confirms: false },
  debate_finished: { link: "stop_debate_finished", confirms: false },
} as const satisfies Record<EmailKind, EmailRules>;

/** Kinds that users can unsubscribe from, each by its own link. */
export const OPTIONAL_EMAILS = ["debate_finished"] as const satisfies readonly EmailKind[];
export type OptionalEmail = (typeof OPTIONAL_EMAILS)[number];

/** The kind of email that a link unsubscribes from. Null for links that do something else. */
export const findUnsubscribedKind = (link: EmailLinkKind): OptionalEmail | null =>
  OPTIONAL_EMAILS.find((kind) => EMAIL_RULES[kind].link === link) ?? null;

/** Hours after which an unsent email is dropped. */
export const EMAIL_EXPIRY_HOURS = 72;

/** Maximum emails of one kind to one recipient per hour, for kinds that strangers can trigger. */
export const MAX_EMAILS_PER_RECIPIENT_AND_HOUR = 3;

/**
 * Whether the limit per recipient applies. Kinds for confirmed addresses only report real changes
 * of the account, so they are never suppressed.
 */
export const isEmailKindLimited = (kind: EmailKind): boolean => EMAIL_RULES[kind].confirms;

/**
 * The key for the limit per recipient. A confirmed address has a key of its own, so that other
 * accounts cannot use up its limit. For other addresses, the plus tag is ignored, because most
 * servers deliver `name+tag@` to `name@`.
 */
export const getRecipientKey = (email: string, isConfirmed: boolean): string => {
  const address = email.toLowerCase();
  return isConfirmed ? `confirmed ${address}` : address.replace(/\+[^@]*(?=@)/, "");
};

/**
 * A token of 32 bytes in base64url. Links contain it after `#`, so that it reaches no server and no
 * log.
 */
export const EMAIL_TOKEN_PATTERN = /^[\w-]{43}$/;

/** URL of the page that a link opens. The action itself needs a click on that page. */
export const buildEmailLink = (origin: string, token: string): string => `${origin}/link#${token}`;

/**
 * Value of the header `List-Unsubscribe-Post`, and body of the POST with which a mail server
 * unsubscribes its user (RFC 8058).
 */
export const ONE_CLICK_HEADER_VALUE = "List-Unsubscribe=One-Click";
/**
 * URL for the POST of one-click unsubscribe. Its query contains the token. Logs contain only the
 * names of query parameters.
 */
export const buildOneClickUrl = (origin: string, token: string): string =>
  `${origin}/api/unsubscribe?token=${token}`;
