import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

/** The content of an email, before it is rendered. */
export interface Email {
  subject: string;
  paragraphs: string[];
  /**
   * A debate's text within one of the paragraphs, which must contain it unchanged between “ and ”.
   * In the HTML it is marked with its language.
   */
  quote?: { text: string; language: LanguageTag };
  action?: { label: string; url: string };
  /** Why the email was sent, and what to do if it was not expected. */
  footnote: string;
  /** Link to the page where the reader unsubscribes from this kind of email. */
  unsubscribeLink?: { label: string; url: string };
}
