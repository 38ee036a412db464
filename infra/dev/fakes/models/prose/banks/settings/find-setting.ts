import type { TopicSetting } from "../topic-setting.ts";
import { CULTURE_SETTING } from "./culture.ts";
import { EVERYDAY_SETTING } from "./everyday.ts";
import { FOOD_SETTING } from "./food.ts";
import { HEALTH_SETTING } from "./health.ts";
import { HOME_SETTING } from "./home.ts";
import { NATURE_SETTING } from "./nature.ts";
import { POLITICS_SETTING } from "./politics.ts";
import { SCHOOL_SETTING } from "./school.ts";
import { SCIENCE_SETTING } from "./science.ts";
import { SPORT_SETTING } from "./sport.ts";
import { TECHNOLOGY_SETTING } from "./technology.ts";
import { TRANSPORT_SETTING } from "./transport.ts";
import { WORK_SETTING } from "./work.ts";

/** Ordered from specific to general. Of two settings with equally many matches the first wins. */
const SETTINGS: readonly TopicSetting[] = [
  FOOD_SETTING,
  SCHOOL_SETTING,
  HEALTH_SETTING,
  TRANSPORT_SETTING,
  SPORT_SETTING,
  CULTURE_SETTING,
  SCIENCE_SETTING,
  TECHNOLOGY_SETTING,
  NATURE_SETTING,
  POLITICS_SETTING,
  WORK_SETTING,
  HOME_SETTING,
];

/**
 * Returns the setting with the most matching words in the topic. Without a match it returns the
 * everyday setting.
 */
export const findSetting = (topic: string): TopicSetting => {
  const signs = ({ signs: pattern }: TopicSetting): number =>
    topic.match(new RegExp(pattern, "gi"))?.length ?? 0;
  const best = [...SETTINGS].sort((a, b) => signs(b) - signs(a))[0];
  return best !== undefined && signs(best) > 0 ? best : EVERYDAY_SETTING;
};
