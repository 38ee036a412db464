import type { TopicSetting } from "../topic-setting.ts";

export const CULTURE_SETTING: TopicSetting = {
  signs:
    /\b(?:films?|movies?|books?|music|art|arts|artists?|museums?|tv|television|streaming|netflix|novels?|superheroes|superman|batman|marvel|dc|star wars|star trek|die hard|theatre|poetry|songs?|celebrit\w+|fashion|comics?|harry potter|tolkien|cinema|painting|literature|reading|writ\w+)\b/i,
  people: [
    "novelists",
    "projectionists",
    "session musicians",
    "librarians",
    "people who read on the bus",
    "film-school graduates",
    "gallery attendants",
    "teenagers with headphones",
    "critics",
    "people asleep before the credits",
  ],
  scenes: [
    "a cinema just before the lights go down",
    "a song coming on in a supermarket",
    "a second-hand bookshop on a rainy afternoon",
    "a series finished in one weekend",
    "a school concert",
    "a museum on free-entry day",
    "an argument on the way home from a film",
    "a shelf of things people mean to read",
  ],
  gains: [
    "a story that stays with you",
    "room for something new",
    "work that finds its audience",
    "an evening well spent",
  ],
  costs: [
    "another safe sequel",
    "a voice that never gets heard",
    "a culture of reruns",
    "an evening one would like back",
  ],
  truths: [
    "A story is how one stranger gets into another's head.",
    "Everyone is a critic on the way home.",
    "What moves people is seldom what was meant to.",
    "The classics were all new once, and some of them were hissed.",
    "An audience votes with its attention, and it votes again every minute.",
    "Art lasts when it gives different people different reasons to stay.",
    "Some things are loved long before they are understood.",
    "Taste is what is left when everyone has stopped showing off.",
  ],
};
