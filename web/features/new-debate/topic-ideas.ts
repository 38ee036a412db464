export const TOPIC_IDEAS = [
  "Should homework be abolished?",
  "Is remote work better than the office?",
  "Should voting be compulsory?",
  "Is a hot dog a sandwich?",
  "Should public transport be free?",
  "Are cats better company than dogs?",
  "Should museums give back what was taken?",
  "Is it wrong to eat animals?",
  "Should the workweek have four days?",
  "Would a world without money be a better one?",
  "Should space be left to robots?",
  "Is nuclear power the way out of the climate crisis?",
  "Should phones be banned from schools?",
  "Does pineapple belong on pizza?",
  "Should billionaires exist?",
  "Is it better to be feared than loved?",
  "Should tipping be abolished?",
  "Are books better than films?",
  "Should everyone get a basic income?",
  "Is graffiti art?",
] as const;

const isTopicIdea = (topic: string): boolean => TOPIC_IDEAS.some((idea) => idea === topic);

/** Whether a suggestion may replace this topic: it is empty or a suggestion itself. */
export const isReplaceableTopic = (topic: string): boolean =>
  topic.trim() === "" || isTopicIdea(topic);

/** A random suggestion other than this topic. */
export const pickOtherTopicIdea = (topic: string): string => {
  const otherIdeas = TOPIC_IDEAS.filter((idea) => idea !== topic);
  return otherIdeas[Math.floor(Math.random() * otherIdeas.length)] ?? TOPIC_IDEAS[0];
};
