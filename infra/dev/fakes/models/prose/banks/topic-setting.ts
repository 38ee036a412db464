/** People, scenes and effects that speakers mention for one kind of topic. */
export interface TopicSetting {
  /** Words in a topic that select this setting. */
  signs: RegExp;
  /** Groups of people in the plural, written to follow "ask". */
  people: readonly string[];
  /** Scenes as noun phrases, written to follow "think of". */
  scenes: readonly string[];
  /** Hoped-for effects of a change, and feared ones in `costs`, as noun phrases. */
  gains: readonly string[];
  costs: readonly string[];
  /** Sentences that both sides can use. */
  truths: readonly string[];
}
