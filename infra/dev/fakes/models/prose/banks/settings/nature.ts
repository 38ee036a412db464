import type { TopicSetting } from "../topic-setting.ts";

export const NATURE_SETTING: TopicSetting = {
  signs:
    /\b(?:climate|nuclear|energy|carbon|plastic\w*|planet|solar|wind|environment\w*|fossil|recycl\w+|pollut\w+|emission\w*|oil|coal|forests?|oceans?|green|sustainab\w+|electric|power)\b/i,
  people: [
    "farmers",
    "fishing crews",
    "engineers on the grid",
    "families with a heating bill",
    "people on the flood plain",
    "beekeepers",
    "people in coastal towns",
    "electricians",
    "hill walkers",
    "young couples with a first home",
  ],
  scenes: [
    "a field under water in August",
    "a heating bill opened standing up",
    "a power station at the edge of a small town",
    "a beach the morning after a storm",
    "a summer when the reservoir shows its floor",
    "a bin full of packaging from a single delivery",
    "a town whose biggest employer is closing",
    "a windless evening in January",
  ],
  gains: [
    "air nobody has to think about",
    "a bill that stays where it is",
    "a summer without warnings",
    "a coast that stays put",
  ],
  costs: [
    "a colder house",
    "a dearer month",
    "a valley changed for good",
    "a promise that somebody else must keep",
  ],
  truths: [
    "The weather doesn't read our plans.",
    "There is no such place as *away*, where things are thrown.",
    "Energy is what everything else is made of, including quarrels like this one.",
    "A landscape is the longest memory that a place has.",
    "Nature sends no reminders before it sends the bill.",
    "What is cheap at the socket may be dear further upstream.",
    "Everybody lives downstream of somebody.",
    "Every generation borrows the same field and the same sky.",
  ],
};
