import { EXPORT_LIFETIME_HOURS } from "#shared/domain/accounts/account.ts";
import {
  EMAIL_LINKS,
  buildEmailLink,
  type EmailLinkKind,
  type EmailData,
  type EmailKind,
} from "#shared/domain/email.ts";
import type { Email } from "./email.ts";

export interface EmailTemplateData {
  productName: string;
  contactEmail: string;
  origin: string;
  username: string;
  email: string;
  isConfirmed: boolean;
  token: string | null;
  facts: EmailData;
}

const formatLinkLifetime = (kind: EmailLinkKind): string => {
  const { hours } = EMAIL_LINKS[kind];
  if (hours < 1) return `${hours * 60} minutes`;
  if (hours === 1) return "an hour";
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
};

/** The sentence about the access that a recovery removed; empty if nothing was removed. */
const renderRemovedAccess = ({ removed }: EmailData): string[] =>
  removed ? [`Removed from the account: ${removed}. Add again what you still need.`] : [];

/** Formats a time as "2026-11-23 04:10 UTC", because the reader's time zone is unknown. */
const formatInstant = (at = ""): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const SECURITY_FOOTNOTE =
  "We always tell of what opens your account, so that nothing does without you.";

type EmailTemplate = (facts: EmailTemplateData, address: string) => Email;

const IGNORE_HINT = "If that was not you, you need not do anything.";

const EMAIL_TEMPLATES: Record<EmailKind, EmailTemplate> = {
  confirm_email: ({ productName, username }, address) => ({
    subject: `Confirm your e-mail address for ${productName}`,
    paragraphs: [
      `Somebody, hopefully you, has opened the account ${username} at ${productName} with this address.`,
      "Confirm that it is yours, and you can always come back to your account.",
    ],
    action: { label: "Confirm my address", address },
    footnote: `The link works once, for ${formatLinkLifetime("confirm_email")}. ${IGNORE_HINT}`,
  }),
  reset_password: ({ productName, username, isConfirmed }, address) => ({
    subject: isConfirmed
      ? `Choose a new password for ${productName}`
      : `Confirm your e-mail address for ${productName}`,
    paragraphs: [
      `Somebody, hopefully you, has forgotten the password of the account ${username} at ${productName}.`,
      isConfirmed
        ? "Choose a new one, and sign in with it. You will be signed out everywhere else."
        : "Nobody has confirmed yet that this address is theirs. If it is yours, say so by choosing a new password.",
    ],
    action: { label: "Choose a new password", address },
    footnote: `The link works once, for ${formatLinkLifetime("reset_password")}. ${IGNORE_HINT} Your password stays as it is.`,
  }),
  change_email: ({ productName, username, email }, address) => ({
    subject: `Confirm your new e-mail address for ${productName}`,
    paragraphs: [
      `The account ${username} at ${productName} is to have ${email} as its address.`,
      "Until you confirm that, the old one stays.",
    ],
    action: { label: "Use this address", address },
    footnote: `The link works once, for ${formatLinkLifetime("change_email")}. ${IGNORE_HINT}`,
  }),
  email_changed: ({ productName, username, email, contactEmail }, address) => ({
    subject: `Your e-mail address at ${productName} was changed`,
    paragraphs: [
      `The account ${username} has another e-mail address now. Mails go there from now on, and no longer to ${email}.`,
      "If that was not you, take it back: you will be signed out everywhere, and can then choose a new password.",
    ],
    action: { label: "Take it back", address },
    footnote: `The link works once, for ${formatLinkLifetime("undo_email")}. After that, write to ${contactEmail}.`,
  }),
  sign_in: ({ productName, username, isConfirmed }, address) => ({
    subject: `Your sign-in link for ${productName}`,
    paragraphs: [
      `You asked for a link to sign in to the account ${username} at ${productName}.`,
      isConfirmed
        ? "Open the link in the browser that you want to use, and press the button there."
        : "This address is not confirmed yet. If it is yours, the link confirms it and signs you in.",
    ],
    action: { label: `Sign in to ${productName}`, address },
    footnote: `The link works once, for ${formatLinkLifetime("sign_in")}. ${IGNORE_HINT} Do not share it.`,
  }),
  signed_in_by_link: ({ productName, username, origin, facts }) => ({
    subject: `A link from a mail has signed in to your account at ${productName}`,
    paragraphs: [
      `On ${formatInstant(facts["at"])}, a sign-in link for ${username} was used: ${facts["device"] ?? ""}, from ${facts["address"] ?? ""}.`,
      ...renderRemovedAccess(facts),
      "If that was you, there is nothing to do. If not, somebody else can read your mail: secure your mailbox, then choose another password.",
    ],
    action: { label: "Where am I signed in?", address: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  access_removed: ({ productName, username, origin, facts }) => ({
    subject: `Other ways to sign in to your account at ${productName} were removed`,
    paragraphs: [
      `On ${formatInstant(facts["at"])}, a link from a mail to you has shown that the account ${username} belongs to this address. For your safety, every other way to sign in was removed, except the password.`,
      ...renderRemovedAccess(facts),
      "If somebody else has opened the account or may know the password, choose another one now.",
    ],
    action: { label: "Choose a new password", address: `${origin}/auth?tab=forgot` },
    footnote: SECURITY_FOOTNOTE,
  }),
  password_changed: ({ productName, username, contactEmail, origin, facts }) => ({
    subject: `Your password at ${productName} was changed`,
    paragraphs: [
      `The account ${username} has a new password since a moment ago, and was signed out everywhere else.`,
      ...renderRemovedAccess(facts),
      "If that was you, there is nothing to do. If not, have a link sent to choose another password, at once.",
    ],
    action: { label: "I did not do that", address: `${origin}/auth?tab=forgot` },
    footnote: `You can always write to ${contactEmail}, too.`,
  }),
  export_ready: ({ productName, username, origin }) => ({
    subject: `Your data from ${productName} is ready`,
    paragraphs: [
      `What you asked for is put together: all that we know of ${username}, and your debates.`,
      `It can be saved from the page of your account for ${EXPORT_LIFETIME_HOURS} hours, and is forgotten then.`,
    ],
    action: { label: "To my account", address: `${origin}/account` },
    footnote: "Nobody can save it who is not signed in as you.",
  }),
  new_device: ({ productName, username, origin, facts }) => ({
    subject: `A new device signed in to your account at ${productName}`,
    paragraphs: [
      `Somebody has signed in as ${username} from a device that was not seen before: ${facts["device"] ?? ""}, from ${facts["address"] ?? ""}, on ${formatInstant(facts["at"])}.`,
      "If that was you, there is nothing to do. If not, end that session and choose another password, at once.",
    ],
    action: { label: "Where am I signed in?", address: `${origin}/account` },
    footnote:
      "We always tell of new devices, so that nobody is at home in your account without you.",
  }),
  sign_in_method_added: ({ productName, username, origin, facts }) => ({
    subject: `Another way to sign in to your account at ${productName}`,
    paragraphs: [
      `Since ${formatInstant(facts["at"])}, the account ${username} can be signed in to with ${facts["method"] ?? ""}.`,
      "If that was you, there is nothing to do. If not, remove it and choose another password, at once.",
    ],
    action: { label: "How can I be signed in?", address: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  sign_in_method_removed: ({ productName, username, origin, facts }) => ({
    subject: `A way to sign in to your account at ${productName} was removed`,
    paragraphs: [
      `Since ${formatInstant(facts["at"])}, the account ${username} can no longer be signed in to with ${facts["method"] ?? ""}.`,
      "If that was you, there is nothing to do. If not, choose another password, at once.",
    ],
    action: { label: "How can I be signed in?", address: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  receipt: ({ productName, username, origin, facts }) => ({
    subject: `Your receipt from ${productName}`,
    paragraphs: [
      `Thank you. ${username} has bought ${facts["credits"] ?? ""} credits for ${facts["amount"] ?? ""} on ${formatInstant(facts["at"])}.`,
      `The number of the purchase is ${facts["purchase"] ?? ""}, and of its order at PayPal ${facts["order"] ?? ""}.`,
    ],
    action: { label: "To my credits", address: `${origin}/credits` },
    footnote: "Keep this for your records. Credits never expire.",
  }),
  debate_finished: ({ productName, username, origin, facts }, address) => ({
    subject: `Your debate at ${productName} is over`,
    paragraphs: [
      `“${facts["topic"] ?? ""}”: all has been said, and the judge has reached a verdict.`,
      "Say first who won in your eyes, and then see whether the judge agrees.",
    ],
    action: { label: "To the verdict", address: `${origin}/debate/${facts["debate"] ?? ""}` },
    footnote: `You get this since you were away when a debate of ${username} ended.`,
    ending: { label: "No more mails about finished debates", address },
  }),
};

export const buildEmail = (kind: EmailKind, facts: EmailTemplateData): Email =>
  EMAIL_TEMPLATES[kind](
    facts,
    facts.token === null ? "" : buildEmailLink(facts.origin, facts.token),
  );
