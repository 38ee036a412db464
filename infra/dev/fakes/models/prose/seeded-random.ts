/** Returns a number in [0, 1); the same seed gives the same sequence. */
export type Random = () => number;

const hashText = (text: string): number => {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
};

/** The Mulberry32 generator. */
export const createSeededRandom = (seed: string): Random => {
  let state = hashText(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

export const shuffle = <T>(things: readonly T[], random: Random): T[] => {
  const keyed = things.map((thing) => ({ thing, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing);
};

/** The element at `index` modulo the length. Throws if there are no elements. */
export const pickCyclic = <T>(things: readonly T[], index: number): T => {
  const thing = things[index % things.length];
  if (thing === undefined) throw new Error("Nothing to choose from.");
  return thing;
};

export const pickRandom = <T>(things: readonly T[], random: Random): T =>
  pickCyclic(things, Math.floor(random() * things.length));
