/** Every mail that the product sends. */
export const MAIL_KINDS = [
  "confirm_email",
  "reset_password",
  "change_email",
  "email_changed",
  "password_changed",
  "export_ready",
  "new_device",
  "receipt",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What the link in a mail is for, and how many hours it may be used. */
export const LINKS = {
  confirm_email: { hours: 72 },
  reset_password: { hours: 1 },
  change_email: { hours: 24 },
  undo_email: { hours: 72 },
} as const;
export type LinkKind = keyof typeof LINKS;
export const LINK_KINDS = Object.keys(LINKS) as LinkKind[];

/** What a mail tells besides whom it is for. */
export type MailFacts = Record<string, string>;

interface MailRules {
  link: LinkKind | null;
  /**
   * Whether it may go to an address of which nobody knows yet whose it is: what has somebody say so,
   * and nothing else. Whoever has lost the password says so by using its link.
   */
  confirms: boolean;
}

export const MAILS = {
  confirm_email: { link: "confirm_email", confirms: true },
  reset_password: { link: "reset_password", confirms: true },
  change_email: { link: "change_email", confirms: true },
  email_changed: { link: "undo_email", confirms: false },
  password_changed: { link: null, confirms: false },
  export_ready: { link: null, confirms: false },
  new_device: { link: null, confirms: false },
  receipt: { link: null, confirms: false },
} as const satisfies Record<MailKind, MailRules>;

/** Hours after which a mail that could not be sent is of no use to anybody. */
export const LATE_AFTER_HOURS = 72;

/** Of one account in an hour: whoever has it sent to somebody else does not fill their mailbox. */
export const RESETS_PER_HOUR = 5;

/** In a link's address behind `#`, where it reaches no server and no log. */
export const TOKEN_PATTERN = /^[\w-]{43}$/;

/** The page that a mail's link opens; what the link is for is done by a press there. */
export const linkAddress = (origin: string, token: string): string => `${origin}/link#${token}`;
