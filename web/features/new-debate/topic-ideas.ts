/**
 * Suggested topics. The first twelve are the topics of the written debates that the fakes replay
 * (`infra/dev/fakes`).
 */
export const TOPIC_IDEAS = [
  "Should cities ban private cars from their centres?",
  "Does pineapple belong on pizza?",
  "Should the workweek have four days?",
  "Should homework be abolished?",
  "Is a hot dog a sandwich?",
  "Do zoos do more harm than good?",
  "Is it wrong to tell a white lie?",
  "Are cats better company than dogs?",
  "Should voting be compulsory?",
  "Is it wrong to eat animals?",
  "¿La tortilla de patatas lleva cebolla?",
  "هل القراءة من الكتاب الورقي أفضل من القراءة على الشاشة؟",
  "Is remote work better than the office?",
  "Should public transport be free?",
  "Should museums give back what was taken?",
  "Would a world without money be a better one?",
  "Should space be left to robots?",
  "Is nuclear power the way out of the climate crisis?",
  "Should phones be banned from schools?",
  "Should billionaires exist?",
  "Is it better to be feared than loved?",
  "Should tipping be abolished?",
  "Are books better than films?",
  "Should everyone get a basic income?",
  "Is graffiti art?",
] as const;

/**
 * Whether a suggestion may replace this topic, i.e. whether the topic is empty or a suggestion
 * itself.
 */
export const isReplaceableTopic = (topic: string): boolean =>
  topic.trim() === "" || TOPIC_IDEAS.some((idea) => idea === topic);

/** Returns the next topic idea in the list, or the first one if the topic is not in the list. */
export const getNextTopicIdea = (topic: string): string => {
  const index = TOPIC_IDEAS.findIndex((idea) => idea === topic);
  return TOPIC_IDEAS[(index + 1) % TOPIC_IDEAS.length] ?? TOPIC_IDEAS[0];
};
