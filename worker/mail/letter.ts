/** What a mail says, before it has a look. */
export interface Letter {
  subject: string;
  /** Sentences, a paragraph each. */
  paragraphs: string[];
  /** What its reader may do about it, on a page of the product. */
  action?: { label: string; address: string };
  /** Why it was sent, and what to do where it should not have been. */
  footnote: string;
  /** Where its reader ends mails of its kind, on a page of the product. */
  ending?: { label: string; address: string };
}
