/** A noun phrase, and whether its verb is plural. */
export interface NounPhrase {
  text: string;
  plural: boolean;
}

/** What a debate is about, in pieces that fit into sentences. */
export interface Motion {
  /** A proposal to do something, a claim that something is so, or a choice between two things. */
  kind: "proposal" | "claim" | "comparison";
  /** "cities should ban private cars from their centres" */
  statement: string;
  /** "cities should not ban private cars from their centres" */
  denial: string;
  /** A proposal's content, as a singular noun phrase: "banning private cars from city centres". */
  act: string;
  /** What it is about: "private cars". */
  focus: NounPhrase;
  /** Whether a proposal takes a choice away. */
  restricts: boolean;
  /** What a comparison compares; For speaks for the first. */
  pair: [NounPhrase, NounPhrase] | null;
}

const MOST_WORDS = 6;

/** A phrase short enough to be said again and again, or what stands in for it. */
export const sayable = (phrase: string, otherwise: string): string =>
  phrase === "" || phrase.split(" ").length > MOST_WORDS ? otherwise : phrase;
