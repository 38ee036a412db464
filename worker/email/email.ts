import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

/** The content of an email, before it is rendered. */
export interface Email {
  subject: string;
  paragraphs: string[];
  /**
   * The debate's topic. One of the paragraphs must contain it unchanged between “ and ”. The HTML
   * marks its language.
   */
  quote?: { text: string; language: LanguageTag };
  action?: { label: string; url: string };
  /** Why the email was sent, and what to do if it was not expected. */
  footnote: string;
  /** Link to the page where the reader unsubscribes from this kind of email. */
  unsubscribeLink?: { label: string; url: string };
}
