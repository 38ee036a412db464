import type { TopicSetting } from "../topic-setting.ts";

export const HOME_SETTING: TopicSetting = {
  signs:
    /\b(?:parents?|child\w*|kids?|marriage|marry|weddings?|friends?|love|pets?|cats?|dogs?|happiness|christmas|halloween|home|famil\w+|babies|baby|holiday\w*|birthday\w*|dating|truth|li(?:e|es|ars?)|lying|luck|introver\w+|extrover\w+|morning|night owls?|neighbou?rs?|toilet|socks|life)\b/i,
  people: [
    "new parents",
    "flatmates",
    "grandparents",
    "newly-weds",
    "neighbours",
    "people who live alone",
    "teenagers",
    "middle children",
    "people out walking the dog",
    "old friends",
  ],
  scenes: [
    "a Sunday lunch with three generations at the table",
    "a flat shared by four people and one bathroom",
    "the quiet after the children are asleep",
    "a train journey home for the holidays",
    "a phone call that has been put off for months",
    "a living room at the end of a long week",
    "a walk round the block in bad weather",
    "a birthday with too many candles",
  ],
  gains: [
    "an evening without an argument",
    "a house that feels lived in",
    "friends who stay",
    "a little more time for one another",
  ],
  costs: [
    "a silence over dinner",
    "a promise made too quickly",
    "one more thing to feel guilty about",
    "a home that runs like an office",
  ],
  truths: [
    "Most of a life happens on days that nobody photographs.",
    "A household is a treaty that is renegotiated every morning.",
    "People are kindest where they are least watched.",
    "Love is largely a matter of who does the dishes.",
    "What children remember is seldom what their parents planned.",
    "Company is a hard thing to measure and an easy one to miss.",
    "The small habits of a house outlast its grand decisions.",
    "There is no expert on another person's happiness.",
  ],
};
