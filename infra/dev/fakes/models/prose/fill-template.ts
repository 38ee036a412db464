import { capitalize } from "./grammar/english.ts";
import type { NounPhrase } from "./motions/motion.ts";
import { pickRandom, type Random } from "./seeded-random.ts";

/** Words for the slots of a template. Each occurrence of a slot calls its function again. */
export type TemplateSlots = Readonly<Record<string, () => NounPhrase>>;

export const typesetApostrophes = (text: string): string => text.replace(/'/g, "’");

const SLOT_PATTERN = /\{(\w+)(?: (\w+)\/(\w+))?\}/g;
const ALTERNATIVES_PATTERN = /\[([^\]|]+(?:\|[^\]|]+)+)\]/g;

/**
 * Fills a template: `{name}` becomes the words of that slot and `{Name}` the same capitalized.
 * `{name is/are}` adds the agreeing verb. `[this|that]` becomes a random choice. Throws for an
 * unknown slot.
 */
export const fillTemplate = (template: string, slots: TemplateSlots, random: Random): string =>
  typesetApostrophes(template)
    .replace(ALTERNATIVES_PATTERN, (_, choices: string) => pickRandom(choices.split("|"), random))
    .replace(SLOT_PATTERN, (_, name: string, singular?: string, plural?: string) => {
      const phrase = slots[name.charAt(0).toLowerCase() + name.slice(1)]?.();
      if (phrase === undefined) throw new Error(`No words for {${name}}.`);
      const text = /^\p{Lu}/u.test(name) ? capitalize(phrase.text) : phrase.text;
      const verb = phrase.plural ? plural : singular;
      return verb === undefined ? text : `${text} ${verb}`;
    });

/**
 * Returns a function that checks whether a text contains a template. It compares only the longest
 * fixed part of the template.
 */
export const createUsageCheck =
  (text: string) =>
  (template: string): boolean => {
    const fixedParts = typesetApostrophes(template).split(/[{[][^}\]]*[}\]]/);
    return text.includes(
      fixedParts.reduce((longest, other) => (other.length > longest.length ? other : longest)),
    );
  };
