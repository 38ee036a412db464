export interface NounPhrase {
  text: string;
  plural: boolean;
}

export interface Motion {
  /** A proposal to act, a claim of a fact, or a choice between two things. */
  kind: "proposal" | "claim" | "comparison";
  /** "cities should ban private cars from their centres" */
  statement: string;
  /** "cities should not ban private cars from their centres" */
  denial: string;
  /** The proposal as a singular noun phrase: "banning private cars from city centres". */
  act: string;
  /** Its subject: "private cars". */
  focus: NounPhrase;
  /** Whether the proposal takes a choice away. */
  restricts: boolean;
  /** The compared things; the For side defends the first. */
  pair: [NounPhrase, NounPhrase] | null;
}

const MAX_PHRASE_WORDS = 6;

/** The phrase if it is short enough to be repeated, else `fallback`. */
export const shortenPhrase = (phrase: string, fallback: string): string =>
  phrase === "" || phrase.split(" ").length > MAX_PHRASE_WORDS ? fallback : phrase;
