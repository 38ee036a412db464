import { capitalised } from "./grammar/english.ts";
import type { NounPhrase } from "./motions/motion-shape.ts";
import { pick, type Random } from "./seeded.ts";

/** Values of a template's slots; each mention calls the function again. */
export type Slots = Readonly<Record<string, () => NounPhrase>>;

export const typeset = (text: string): string => text.replace(/'/g, "’");

const SLOT = /\{(\w+)(?: (\w+)\/(\w+))?\}/g;
const ALTERNATIVES = /\[([^\]|]+(?:\|[^\]|]+)+)\]/g;

/**
 * Fills a template: `{name}` from the slots, `{Name}` capitalized, `{name is/are}` with the
 * agreeing verb, and a random choice of `[this|that]`. Throws for an unknown name.
 */
export const fill = (template: string, slots: Slots, random: Random): string =>
  typeset(template)
    .replace(ALTERNATIVES, (_, choices: string) => pick(choices.split("|"), random))
    .replace(SLOT, (_, name: string, singular?: string, plural?: string) => {
      const phrase = slots[name.charAt(0).toLowerCase() + name.slice(1)]?.();
      if (phrase === undefined) throw new Error(`No words for {${name}}.`);
      const text = /^\p{Lu}/u.test(name) ? capitalised(phrase.text) : phrase.text;
      const verb = phrase.plural ? plural : singular;
      return verb === undefined ? text : `${text} ${verb}`;
    });

/** Whether a text contains a template, judged by the longest fixed part of the template. */
export const saidIn =
  (text: string) =>
  (template: string): boolean => {
    const words = typeset(template).split(/[{[][^}\]]*[}\]]/);
    return text.includes(words.reduce((one, other) => (other.length > one.length ? other : one)));
  };
