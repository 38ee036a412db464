import type { TopicSetting } from "../topic-setting.ts";

export const SPORT_SETTING: TopicSetting = {
  signs:
    /\b(?:football|soccer|sports?|olympic\w*|athlet\w+|gaming|esports?|video games?|games?|chess|tennis|var|messi|ronaldo|players?|basketball|cricket|golf|referees?|boxing|doping)\b/i,
  people: [
    "players",
    "referees",
    "fans in the cheap seats",
    "coaches of the under-twelves",
    "groundskeepers",
    "amateurs who train after work",
    "commentators",
    "parents on the touchline",
    "people who only watch finals",
    "retired champions",
  ],
  scenes: [
    "a decisive point in the last minute",
    "a wet Sunday morning with no crowd",
    "a living room during the final",
    "a changing room after a defeat",
    "a child choosing a hero's number",
    "a tie-break nobody wants to lose",
    "a replay watched for the ninth time",
    "a queue for tickets in the rain",
  ],
  gains: [
    "a contest worth staying up for",
    "a fairer result",
    "a game that more people can play",
    "a season with something at stake",
  ],
  costs: [
    "a result nobody believes in",
    "a game that forgets its own crowd",
    "an empty stand",
    "a rule nobody can explain at half-time",
  ],
  truths: [
    "A game is the one place where everyone has agreed to the rules beforehand.",
    "Nobody would watch if the favourite always won.",
    "Talent is common on the training ground and rare in the last minute.",
    "The scoreboard tells you who won, and never quite why.",
    "People forgive defeat far sooner than they forgive indifference.",
    "A great match belongs to whoever was there.",
    "Every champion was somebody's disappointment first.",
    "Play is the most serious thing that children do.",
  ],
};
