import type { TopicSetting } from "../topic-setting.ts";

export const TRANSPORT_SETTING: TopicSetting = {
  signs:
    /\b(?:cars?|bus(?:es)?|bikes?|bicycles?|cycl\w+|traffic|commut\w+|trains?|rail\w*|fly\w*|flights?|airports?|streets?|roads?|cit(?:y|ies)|towns?|transport|parking|scooters?|driv\w+|pedestrian\w*)\b/i,
  people: [
    "commuters",
    "shopkeepers",
    "bus drivers",
    "cyclists",
    "parents with pushchairs",
    "nurses coming off the night shift",
    "delivery riders",
    "people who live above the shops",
    "wheelchair users",
    "visitors from out of town",
  ],
  scenes: [
    "the school run at half past eight",
    "a delivery van double-parked on the high street",
    "the last bus home on a wet Thursday",
    "a junction at rush hour",
    "a Saturday market with nowhere to stand",
    "a crossing where nobody slows down",
    "a full platform when the train has been cancelled",
    "a side street used as a short cut",
  ],
  gains: [
    "an hour of the day handed back",
    "a journey one can plan on",
    "a street that works for everyone on it",
    "a town that is easier to live in",
  ],
  costs: [
    "a longer way home",
    "an empty high street",
    "one more queue",
    "a timetable nobody can live by",
  ],
  truths: [
    "A street is the most public room that a town has.",
    "Every journey begins and ends with somebody on foot.",
    "A town is a promise that things will be near one another.",
    "What moves vehicles and what moves people are not always the same thing.",
    "Nobody plans a day around a road; they plan it around where the road goes.",
    "The shortest way on the map is seldom the one that people remember.",
    "How a place moves tells you what it thinks is worth arriving for.",
    "A bad journey taxes the hour before it and the hour after.",
  ],
};
