import type { Role } from "#shared/domain/side.ts";

const NAMES = { bot_a: "spoken-for", bot_b: "spoken-against" } as const satisfies Record<
  Role,
  string
>;

const BLOCK = "p, li, blockquote, h1, h2, h3";

/**
 * Marks what is being said. Where the browser can, without touching the page; elsewhere the
 * paragraph gets the mark.
 */
export const markSentence = (range: Range, role: Role): (() => void) => {
  if (typeof Highlight === "function") {
    CSS.highlights.set(NAMES[role], new Highlight(range));
    return () => void CSS.highlights.delete(NAMES[role]);
  }
  const block = range.startContainer.parentElement?.closest(BLOCK);
  block?.setAttribute("data-spoken", "");
  return () => block?.removeAttribute("data-spoken");
};
