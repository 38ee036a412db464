import type { TopicSetting } from "../topic-setting.ts";

export const SCIENCE_SETTING: TopicSetting = {
  signs:
    /\b(?:space|mars|moon|scien\w+|aliens?|universe|telescopes?|physics|evolution|genetic\w*|genes?|clon\w+|pluto|planets?|nasa|time travel|quantum|dinosaurs?|animal testing|consciousness|free will|simulation|water)\b/i,
  people: [
    "astronomers",
    "laboratory technicians",
    "engineers",
    "science teachers",
    "taxpayers",
    "doctoral students",
    "amateur stargazers",
    "sceptics in the back row",
    "people who read the footnotes",
    "museum guides",
  ],
  scenes: [
    "a control room two minutes before launch",
    "a laboratory at midnight",
    "a child at a telescope for the first time",
    "a result that refuses to repeat itself",
    "a conference where nobody agrees",
    "a clear night far from any town",
    "a grant application on its fourth draft",
    "a classroom the day after a landing",
  ],
  gains: [
    "a question finally answered",
    "a generation that looks up",
    "tools nobody knew they needed",
    "a better map of where we stand",
  ],
  costs: [
    "a decade of money with nothing to show",
    "a promise that nature won't keep",
    "other questions left unasked",
    "a triumph that stays on the poster",
  ],
  truths: [
    "Nature is under no obligation to be convenient.",
    "A good theory is one that has had every chance to fail.",
    "Curiosity has never kept to its budget, nor always been worth it.",
    "Every instrument is also a question that somebody once asked.",
    "The universe is not impressed by confidence.",
    "Most discoveries begin with somebody muttering that it looks odd.",
    "Knowing what we don't know is a science of its own.",
    "The map improves each time that somebody admits to being lost.",
  ],
};
