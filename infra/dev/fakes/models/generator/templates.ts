import { createHash } from "node:crypto";

/** Returns a number from 0 to below 1 that depends only on the seed. */
const hashToFraction = (seed: string): number =>
  createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;

/** Returns the items in an order that depends only on the seed. */
export const shuffle = <T>(items: readonly T[], seed: string): T[] => {
  const keyed = items.map((item, index) => ({ item, key: hashToFraction(`${seed}|${index}`) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
};

/** Returns the element at `index` modulo the length. Throws if there are no elements. */
export const pickCyclic = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("Nothing to choose from.");
  return item;
};

/** Returns an element that depends only on the seed. */
export const pickBySeed = <T>(items: readonly T[], seed: string): T =>
  pickCyclic(items, Math.floor(hashToFraction(seed) * items.length));

/**
 * Fills a template: `{name}` becomes the words of that slot and `{Name}` the same capitalized. A
 * slot has words or a function that returns the next ones. Throws for an unknown slot.
 */
export const fillTemplate = (
  template: string,
  slots: Readonly<Record<string, string | (() => string)>>,
): string =>
  template.replace(/\{(\w)(\w*)\}/g, (_, initial: string, rest: string) => {
    const slot = slots[initial.toLowerCase() + rest];
    if (slot === undefined) throw new Error(`No words for {${initial}${rest}}.`);
    const words = typeof slot === "string" ? slot : slot();
    const isCapitalized = initial !== initial.toLowerCase();
    return isCapitalized ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
