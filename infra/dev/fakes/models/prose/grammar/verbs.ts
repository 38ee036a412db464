import { VERBS } from "./word-lists.ts";

/** Returns the third person of a verb: buy → buys, teach → teaches, carry → carries. */
const toThirdPerson = (verb: string): string => {
  if (verb === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
};

export const conjugate = (phrase: string): string => {
  const [verb = "", ...tail] = phrase.split(" ");
  return [toThirdPerson(verb), ...tail].join(" ");
};

/** Returns the base form of a verb: buys → buy. Undefined if the verb is not known. */
export const findBaseForm = (verb: string): string | undefined =>
  [verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")].find(
    (base) => base !== verb && VERBS.has(base),
  );
