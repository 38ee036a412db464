/** For each slot its words, or a function that returns the next words. */
type Slots = Readonly<Record<string, string | (() => string)>>;

/**
 * Fills a template: `{name}` becomes the words of that slot and `{Name}` the same capitalized.
 * Throws for an unknown slot.
 */
export const fillTemplate = (template: string, slots: Slots): string =>
  template.replace(/\{(\w)(\w*)\}/g, (_, initial: string, rest: string) => {
    const slot = slots[initial.toLowerCase() + rest];
    if (slot === undefined) throw new Error(`No words for {${initial}${rest}}.`);
    const words = typeof slot === "string" ? slot : slot();
    const isCapitalized = initial !== initial.toLowerCase();
    return isCapitalized ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
