/**
 * Allowed Markdown of models. No raw HTML and no images, which could report readers to another
 * site. Links become plain text.
 */
export const MARKDOWN_OPTIONS = {
  skipHtml: true,
  disallowedElements: ["img", "a"],
  unwrapDisallowed: true,
} as const;
