/** People, scenes and effects that speakers can refer to for a kind of topic. */
export interface TopicSetting {
  /** Words of a topic that select this setting. */
  signs: RegExp;
  /** Plural, after "ask …". */
  people: readonly string[];
  /** Noun phrases, after "think of …". */
  scenes: readonly string[];
  /** Hoped-for and feared effects of a change; noun phrases. */
  gains: readonly string[];
  costs: readonly string[];
  /** Sentences that fit both sides. */
  truths: readonly string[];
}
