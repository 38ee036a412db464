import type { TopicSetting } from "../topic-setting.ts";

export const POLITICS_SETTING: TopicSetting = {
  signs:
    /\b(?:vot\w+|governments?|democra\w+|laws?|prisons?|prisoners?|police|courts?|constitution\w*|elections?|monarch\w*|death penalty|guns?|politic\w+|president\w*|rights?|freedom|speech|censor\w*|borders?|immigra\w+|citizens?|war|weapons?|state|parliament|juries|jury|crime|surveillance|united)\b/i,
  people: [
    "first-time voters",
    "people who gave up voting",
    "local councillors",
    "jurors",
    "public defenders",
    "police officers on the beat",
    "campaigners",
    "civil servants",
    "new citizens",
    "people waiting for a decision",
  ],
  scenes: [
    "a polling station in a school gym",
    "a town meeting that runs past eleven",
    "a courtroom on an ordinary Tuesday",
    "a letter that begins with regret",
    "a queue outside a public office",
    "a leaflet pushed through ten thousand doors",
    "a jury that cannot agree",
    "an election-night argument at home",
  ],
  gains: [
    "a decision that people can accept",
    "a government that has to listen",
    "a law one can explain to a child",
    "power that answers to somebody",
  ],
  costs: [
    "a vote that means less",
    "a right that exists only on paper",
    "another reason to switch off the news",
    "a mistake that cannot be undone",
  ],
  truths: [
    "A law is a promise made to strangers.",
    "Power is most visible to those who have to wait for it.",
    "Rights are written for the day on which they are unpopular.",
    "A state is known by how it treats people who can do nothing for it.",
    "Every rule was somebody's answer to somebody's trouble.",
    "The loser's consent is what makes a decision more than a victory.",
    "Whoever draws up the form decides a good deal of the answer.",
    "Freedom is mostly a matter of whom one needn't ask.",
  ],
};
