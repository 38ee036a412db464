/** Name of the highlight in the `::highlight` rule of the global styles. */
const HIGHLIGHT_NAME = "spoken";

const BLOCK_SELECTOR = "p, li, blockquote, h1, h2, h3";

/**
 * Highlights a range with the CSS Highlight API. Older browsers highlight its whole paragraph.
 * Returns a function that removes the highlight.
 */
export const highlightSentence = (range: Range): (() => void) => {
  if (typeof Highlight === "function") {
    CSS.highlights.set(HIGHLIGHT_NAME, new Highlight(range));
    return () => void CSS.highlights.delete(HIGHLIGHT_NAME);
  }
  const block = range.startContainer.parentElement?.closest(BLOCK_SELECTOR);
  block?.setAttribute("data-spoken", "");
  return () => block?.removeAttribute("data-spoken");
};
