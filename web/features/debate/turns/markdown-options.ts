/**
 * What of a model's Markdown becomes an element: no raw HTML and no picture, which could tell another
 * site who reads; of links the text.
 */
export const MARKDOWN_OPTIONS = {
  skipHtml: true,
  disallowedElements: ["img", "a"],
  unwrapDisallowed: true,
} as const;
