import type { TopicSetting } from "../topic-setting.ts";

export const HEALTH_SETTING: TopicSetting = {
  signs:
    /\b(?:health\w*|vaccin\w+|drugs?|smok\w+|alcohol|doctors?|hospitals?|medic\w+|mental|sleep\w*|obes\w+|exercis\w+|therap\w+|disease\w*|cannabis|marijuana|vap\w+|organs?|euthanasia|abortion\w*|gyms?|running)\b/i,
  people: [
    "nurses",
    "family doctors",
    "patients who have waited all morning",
    "carers",
    "people with an unseen illness",
    "paramedics",
    "pharmacists",
    "anxious parents",
    "hospital porters",
    "people who avoid the doctor",
  ],
  scenes: [
    "a waiting room at half past seven",
    "a hospital ward at three in the morning",
    "a parent reading the leaflet twice",
    "a seven-minute appointment",
    "a pharmacy counter on a Saturday",
    "a worried search at midnight",
    "a family talking quietly in a corridor",
    "a paramedic arriving ten minutes too late",
  ],
  gains: [
    "years of life in better shape",
    "a night's sleep",
    "a doctor with time to listen",
    "an illness that never happens",
  ],
  costs: [
    "a longer wait",
    "patients who stop asking",
    "advice nobody can follow",
    "a treatment out of reach",
  ],
  truths: [
    "Health is what one thinks about only when it is missing.",
    "A patient is a person on one of their worse days.",
    "The best treatment is the one that somebody can actually follow.",
    "Bodies keep accounts, and they keep them for decades.",
    "Fear is a poor adviser and a very frequent one.",
    "Medicine is done to cases, and it is felt by people.",
    "Most of what keeps us well happens far from any hospital.",
    "Nobody is ill in general; it is always a Tuesday and there is always work.",
  ],
};
