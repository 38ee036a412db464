import { capitalised } from "./grammar/english.ts";
import type { NounPhrase } from "./motions/motion-shape.ts";
import { pick, type Random } from "./seeded.ts";

/** What may stand in a template, by name; asked for anew at every mention. */
export type Slots = Readonly<Record<string, () => NounPhrase>>;

/** Apostrophes as printed. Quoted words are left as they were said. */
export const typeset = (text: string): string => text.replace(/'/g, "’");

const SLOT = /\{(\w+)(?: (\w+)\/(\w+))?\}/g;
const ALTERNATIVES = /\[([^\]|]+(?:\|[^\]|]+)+)\]/g;

/**
 * Fills `{name}` from the slots, `{Name}` with a capital, `{name is/are}` with a verb that agrees,
 * and chooses one of `[this|that]`. Throws for a name it does not know.
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

/** Whether a text has the words of a template: the longest of those between its slots. */
export const saidIn =
  (text: string) =>
  (template: string): boolean => {
    const words = typeset(template).split(/[{[][^}\]]*[}\]]/);
    return text.includes(words.reduce((one, other) => (other.length > one.length ? other : one)));
  };
