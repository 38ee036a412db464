/** As the page's styles name it. */
const SPOKEN = "spoken";

const BLOCK = "p, li, blockquote, h1, h2, h3";

/**
 * Marks what is being said. Where the browser can, without touching the page; elsewhere the
 * paragraph gets the mark.
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
