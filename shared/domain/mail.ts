/** Every mail that the product sends. */
export const MAIL_KINDS = [
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
export type MailKind = (typeof MAIL_KINDS)[number];

/** What the link in a mail is for, and how many hours it may be used after it was sent. */
export const LINKS = {
  confirm_email: { hours: 72 },
  reset_password: { hours: 1 },
  change_email: { hours: 24 },
  undo_email: { hours: 72 },
  sign_in: { hours: 0.25 },
  // As long as somebody may keep a mail until they have had enough of its kind.
  stop_debate_finished: { hours: 24 * 60 },
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
} as const satisfies Record<MailKind, MailRules>;

/** What its reader may do without: each kind by choice, and ended by the link that it brings. */
export const OPTIONAL_MAILS = ["debate_finished"] as const satisfies readonly MailKind[];
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** The kind of mail that a link ends; null for a link that is for something else. */
export const endedBy = (link: LinkKind): OptionalMail | null =>
  OPTIONAL_MAILS.find((kind) => MAILS[kind].link === link) ?? null;

/** Hours after which a mail that could not be sent is of no use to anybody. */
export const LATE_AFTER_HOURS = 72;

/** Mails of one kind to one recipient within an hour, of the kinds that strangers can cause. */
export const MAILS_PER_RECIPIENT = 3;

/**
 * Whether the limit per recipient applies. Kinds that go to confirmed addresses only tell their owner
 * what was really done with the account: nobody may use them up.
 */
export const isLimited = (kind: MailKind): boolean => MAILS[kind].confirms;

/**
 * What counts as one recipient. An address that its account has confirmed counts by itself, so that
 * nobody uses up its mails by means of another account. Others count without case and plus tag, since
 * most servers deliver `name+tag@` to `name@`.
 */
export const recipientOf = (email: string, isConfirmed: boolean): string => {
  const address = email.toLowerCase();
  return isConfirmed ? `confirmed ${address}` : address.replace(/\+[^@]*(?=@)/, "");
};

/** In a link's address behind `#`, where it reaches no server and no log. */
export const TOKEN_PATTERN = /^[\w-]{43}$/;

/** The page that a mail's link opens; what the link is for is done by a press there. */
export const linkAddress = (origin: string, token: string): string => `${origin}/link#${token}`;

/**
 * Where a mail program has a kind of mail ended at one press (RFC 8058): its server, which opens no
 * pages, sends the token along. In the query, of which the log has the names alone.
 */
export const ONE_CLICK = "List-Unsubscribe=One-Click";
export const oneClickAddress = (origin: string, token: string): string =>
  `${origin}/api/unsubscribe?token=${token}`;
