/**
 * The Markdown that models may use. Raw HTML is left out. So are images, because an image's server
 * would learn who reads. Links become plain text.
 */
export const MARKDOWN_OPTIONS = {
  skipHtml: true,
  disallowedElements: ["img", "a"],
  unwrapDisallowed: true,
} as const;
