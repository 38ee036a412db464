/** The world a topic lives in: who and what a speaker can point at. */
export interface Setting {
  /** Words of a topic that belong here. */
  signs: RegExp;
  /** Plural, after "ask …". */
  people: readonly string[];
  /** Noun phrases, after "think of …". */
  scenes: readonly string[];
  /** What one would hope for, and fear, of a change; noun phrases. */
  gains: readonly string[];
  costs: readonly string[];
  /** Sentences that either side could say. */
  truths: readonly string[];
}
