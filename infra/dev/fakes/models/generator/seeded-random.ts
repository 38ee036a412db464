/** Returns a number from 0 to below 1. Generators with the same seed return the same sequence. */
export type Random = () => number;

const hashText = (text: string): number => {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
};

/** Creates a random generator with the Mulberry32 algorithm. */
export const createSeededRandom = (seed: string): Random => {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

export const shuffle = <T>(items: readonly T[], random: Random): T[] => {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
};

/** Returns the element at `index` modulo the length. Throws if there are no elements. */
export const pickCyclic = <T>(items: readonly T[], index: number): T => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("Nothing to choose from.");
  return item;
};

export const pickRandom = <T>(items: readonly T[], random: Random): T =>
  pickCyclic(items, Math.floor(random() * items.length));
