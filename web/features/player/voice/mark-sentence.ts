/** Name in the stylesheet's ::highlight rule. */
const SPOKEN = "spoken";

const BLOCK = "p, li, blockquote, h1, h2, h3";

/**
 * Highlights a range with the CSS Highlight API, or its whole paragraph in older browsers. Returns
 * the function that removes the highlight.
 */
export const markSentence = (range: Range): (() => void) => {
  if (typeof Highlight === "function") {
    CSS.highlights.set(SPOKEN, new Highlight(range));
    return () => void CSS.highlights.delete(SPOKEN);
  }
  const block = range.startContainer.parentElement?.closest(BLOCK);
  block?.setAttribute("data-spoken", "");
  return () => block?.removeAttribute("data-spoken");
};
