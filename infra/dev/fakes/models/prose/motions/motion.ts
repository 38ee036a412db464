export interface NounPhrase {
  text: string;
  plural: boolean;
}

export interface Motion {
  /** Kind of motion: a proposal to act, a claim of a fact, or a comparison of two things. */
  kind: "proposal" | "claim" | "comparison";
  /** Example: "cities should ban private cars from their centres". */
  statement: string;
  /** Example: "cities should not ban private cars from their centres". */
  denial: string;
  /** The proposal as a singular noun phrase. Example: "banning private cars from city centres". */
  act: string;
  /** What the motion is about. Example: "private cars". */
  focus: NounPhrase;
  /** Whether the proposal restricts what people may choose. */
  restricts: boolean;
  /** The two compared things; the For side defends the first. Null for other kinds. */
  pair: [NounPhrase, NounPhrase] | null;
}

const MAX_PHRASE_WORDS = 6;

/** Returns the phrase if it is short enough to be repeated, else `fallback`. */
export const shortenPhrase = (phrase: string, fallback: string): string =>
  phrase === "" || phrase.split(" ").length > MAX_PHRASE_WORDS ? fallback : phrase;
