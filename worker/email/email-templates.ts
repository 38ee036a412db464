import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { EXPORT_LIFETIME_HOURS } from "#shared/domain/accounts/account.ts";
import {
  EMAIL_LINKS,
  buildEmailLink,
  type EmailLinkKind,
  type EmailData,
  type EmailKind,
} from "#shared/domain/email.ts";
import type { Email } from "./email.ts";
import { DEFAULT_LANGUAGE, findLanguage } from "#shared/domain/debates/language/language.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { isolateText } from "#shared/domain/debates/language/text-in-markup.ts";

export interface EmailTemplateData {
  productName: string;
  contactEmail: string;
  origin: string;
  username: string;
  email: string;
  isConfirmed: boolean;
  token: string | null;
  data: EmailData;
}

const formatLinkLifetime = (kind: EmailLinkKind): string => {
  const { hours } = EMAIL_LINKS[kind];
  if (hours < 1) return `${hours * 60} minutes`;
  if (hours === 1) return "an hour";
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
};

/** Says which other ways to sign in were removed; empty if none were. */
const renderRemovedAccess = ({ removed }: EmailData): string[] =>
  removed ? [`Removed from the account: ${removed}. Add back what you still need.`] : [];

/** Formats a time as "2026-11-23 04:10 UTC", because the reader's time zone is unknown. */
const formatInstant = (at = ""): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const SECURITY_FOOTNOTE = "This is a security alert. You always get these emails.";

type EmailTemplate = (data: EmailTemplateData, url: string) => Email;

const IGNORE_HINT = "If this wasn’t you, you can ignore this email.";

const EMAIL_TEMPLATES: Record<EmailKind, EmailTemplate> = {
  confirm_email: ({ productName, username }, url) => ({
    subject: `Verify your email for ${productName}`,
    paragraphs: [
      `Someone created the account ${username} at ${productName} with this email address.`,
      "Verify your email to get account updates and to recover your account if you forget your password.",
    ],
    action: { label: "Verify email", url },
    footnote: `The link works once, for ${formatLinkLifetime("confirm_email")}. ${IGNORE_HINT}`,
  }),
  reset_password: ({ productName, username, isConfirmed }, url) => ({
    subject: isConfirmed
      ? `Choose a new password for ${productName}`
      : `Verify your email for ${productName}`,
    paragraphs: [
      `Someone asked for a new password for the account ${username} at ${productName}.`,
      isConfirmed
        ? "Choose a new password and sign in with it. You’ll be signed out on all other devices."
        : "This email isn’t verified yet. Choosing a new password verifies that it is yours.",
    ],
    action: { label: "Choose a new password", url },
    footnote: `The link works once, for ${formatLinkLifetime("reset_password")}. ${IGNORE_HINT} Your password stays the same.`,
  }),
  change_email: ({ productName, username, email }, url) => ({
    subject: `Verify your new email for ${productName}`,
    paragraphs: [
      `You asked to change the email of the account ${username} at ${productName} to ${email}.`,
      "Your old email stays in use until you verify the new one.",
    ],
    action: { label: "Use this email", url },
    footnote: `The link works once, for ${formatLinkLifetime("change_email")}. ${IGNORE_HINT}`,
  }),
  email_changed: ({ productName, username, email, contactEmail }, url) => ({
    subject: `Your email at ${productName} was changed`,
    paragraphs: [
      `The email of the account ${username} was changed. We no longer write to ${email}.`,
      "If this wasn’t you, undo the change. You’ll be signed out on all devices and can then choose a new password.",
    ],
    action: { label: "Undo the change", url },
    footnote: `The link works once, for ${formatLinkLifetime("undo_email")}. After that, write to ${contactEmail}.`,
  }),
  sign_in: ({ productName, username, isConfirmed }, url) => ({
    subject: `Your sign-in link for ${productName}`,
    paragraphs: [
      `You asked for a link to sign in to the account ${username} at ${productName}.`,
      isConfirmed
        ? "Open the link in the browser you want to use, and press the button there."
        : "This email isn’t verified yet. The link verifies it and signs you in.",
    ],
    action: { label: `Sign in to ${productName}`, url },
    footnote: `The link works once, for ${formatLinkLifetime("sign_in")}. ${IGNORE_HINT} Don’t share the link.`,
  }),
  signed_in_by_link: ({ productName, username, origin, data }) => ({
    subject: `Someone signed in to your ${productName} account with an email link`,
    paragraphs: [
      `On ${formatInstant(data["at"])}, a sign-in link for ${username} was used: ${data["device"] ?? ""}, from ${data["address"] ?? ""}.`,
      ...renderRemovedAccess(data),
      "If this was you, there is nothing to do. If not, someone else can read your email: secure your mailbox, then choose a new password.",
    ],
    action: { label: "See my devices", url: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  access_removed: ({ productName, username, origin, data }) => ({
    subject: `Other ways to sign in to your account at ${productName} were removed`,
    paragraphs: [
      `On ${formatInstant(data["at"])}, an email link verified that the account ${username} belongs to this email address. For your security, we removed every other way to sign in except the password.`,
      ...renderRemovedAccess(data),
      "If someone else created the account or may know the password, choose a new one now.",
    ],
    action: { label: "Choose a new password", url: `${origin}/auth?tab=forgot` },
    footnote: SECURITY_FOOTNOTE,
  }),
  password_changed: ({ productName, username, contactEmail, origin, data }) => ({
    subject: `Your password at ${productName} was changed`,
    paragraphs: [
      `The password of the account ${username} was changed just now. All other devices were signed out.`,
      ...renderRemovedAccess(data),
      "If this was you, there is nothing to do. If not, choose a new password now.",
    ],
    action: { label: "This wasn’t me", url: `${origin}/auth?tab=forgot` },
    footnote: `Questions? Write to ${contactEmail}.`,
  }),
  export_ready: ({ productName, username, origin }) => ({
    subject: `Your data from ${productName} is ready`,
    paragraphs: [
      `The data and debates of ${username} are ready to download.`,
      `You can download them from your account for ${EXPORT_LIFETIME_HOURS} hours.`,
    ],
    action: { label: "Go to my account", url: `${origin}/account` },
    footnote: "Only you can download the files, while signed in.",
  }),
  new_device: ({ productName, username, origin, data }) => ({
    subject: `A new device signed in to your account at ${productName}`,
    paragraphs: [
      `A new device signed in as ${username}: ${data["device"] ?? ""}, from ${data["address"] ?? ""}, on ${formatInstant(data["at"])}.`,
      "If this was you, there is nothing to do. If not, sign out that device and choose a new password now.",
    ],
    action: { label: "See my devices", url: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  sign_in_method_added: ({ productName, username, origin, data }) => ({
    subject: `A way to sign in to your account at ${productName} was added`,
    paragraphs: [
      `On ${formatInstant(data["at"])}, a way to sign in to the account ${username} was added: ${data["method"] ?? ""}.`,
      "If this was you, there is nothing to do. If not, remove it and choose a new password now.",
    ],
    action: { label: "See my sign-in methods", url: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  sign_in_method_removed: ({ productName, username, origin, data }) => ({
    subject: `A way to sign in to your account at ${productName} was removed`,
    paragraphs: [
      `On ${formatInstant(data["at"])}, a way to sign in to the account ${username} was removed: ${data["method"] ?? ""}.`,
      "If this was you, there is nothing to do. If not, choose a new password now.",
    ],
    action: { label: "See my sign-in methods", url: `${origin}/account` },
    footnote: SECURITY_FOOTNOTE,
  }),
  receipt: ({ productName, username, origin, data }) => ({
    subject: `Your receipt from ${productName}`,
    paragraphs: [
      `Thank you! ${username} bought ${data["credits"] ?? ""} credits for ${data["amount"] ?? ""} on ${formatInstant(data["at"])}.`,
      `Purchase number: ${data["purchase"] ?? ""}. PayPal order: ${data["order"] ?? ""}.`,
    ],
    action: { label: "Go to my credits", url: `${origin}/credits` },
    footnote: "Keep this for your records. Credits never expire.",
  }),
  debate_finished: ({ productName, username, origin, data }, url) => {
    const language = findLanguage(data["language"] ?? "") ?? DEFAULT_LANGUAGE;
    const topic = isolateText(bindPunctuation(data["topic"] ?? "", language));
    return {
      subject: `Your debate at ${productName} has finished`,
      quote: { text: topic, language },
      paragraphs: [
        `“${topic}” has finished, and the judge has decided.`,
        "Vote for the winner, then see whether the judge agrees.",
        `${AI_LABEL}: AI models wrote all speeches and judgements.`,
      ],
      action: { label: "See the verdict", url: `${origin}/debate/${data["debate"] ?? ""}` },
      footnote: `You get this email because a debate by ${username} finished while you were away.`,
      unsubscribeLink: { label: "Unsubscribe from these emails", url },
    };
  },
};

export const buildEmail = (kind: EmailKind, data: EmailTemplateData): Email =>
  EMAIL_TEMPLATES[kind](data, data.token === null ? "" : buildEmailLink(data.origin, data.token));
