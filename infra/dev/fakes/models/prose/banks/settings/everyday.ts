import type { TopicSetting } from "../topic-setting.ts";

/** Used for topics that match no other setting. */
export const EVERYDAY_SETTING: TopicSetting = {
  signs: /^/,
  people: [
    "people with little time to spare",
    "neighbours",
    "shopkeepers",
    "parents of small children",
    "people just starting out",
    "pensioners",
    "those who do the actual work",
    "newcomers",
    "people whom nobody consulted",
    "people who have tried it",
  ],
  scenes: [
    "an ordinary Tuesday",
    "a kitchen table after the news",
    "a queue that isn't moving",
    "the first morning after the decision",
    "a conversation over a garden fence",
    "a crowded waiting room",
    "a small town out of season",
    "a long drive home",
  ],
  gains: [
    "a little more room to breathe",
    "one worry fewer",
    "something that works the first time",
    "a decision people can live with",
  ],
  costs: [
    "one more thing to work around",
    "a disappointment with a deadline",
    "a bill that comes later",
    "a choice that nobody remembers making",
  ],
  truths: [
    "Most things look simple from a distance and human from close by.",
    "The people who live with a decision are seldom those who made it.",
    "A question is rarely about only the thing that it names.",
    "Habit decides more than argument ever will.",
    "What everybody knows is often what nobody has looked at.",
    "Good sense is the part of an argument that survives a night's sleep.",
    "Somebody is always standing where the theory meets the day.",
    "It is easier to be right in general than in particular.",
  ],
};
