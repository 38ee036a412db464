import type { Setting } from "../../setting.ts";
import { CULTURE } from "./culture.ts";
import { EVERYDAY } from "./everyday.ts";
import { FOOD } from "./food.ts";
import { HEALTH } from "./health.ts";
import { HOME } from "./home.ts";
import { NATURE } from "./nature.ts";
import { POLITICS } from "./politics.ts";
import { SCHOOL } from "./school.ts";
import { SCIENCE } from "./science.ts";
import { SPORT } from "./sport.ts";
import { TECHNOLOGY } from "./technology.ts";
import { TRANSPORT } from "./transport.ts";
import { WORK } from "./work.ts";

/** From specific to general: the first of equally good matches wins. */
const SETTINGS: readonly Setting[] = [
  FOOD,
  SCHOOL,
  HEALTH,
  TRANSPORT,
  SPORT,
  CULTURE,
  SCIENCE,
  TECHNOLOGY,
  NATURE,
  POLITICS,
  WORK,
  HOME,
];

/** The setting with the most matching words in the topic; default: the everyday one. */
export const settingOf = (topic: string): Setting => {
  const signs = ({ signs: pattern }: Setting): number =>
    topic.match(new RegExp(pattern, "gi"))?.length ?? 0;
  const best = [...SETTINGS].sort((a, b) => signs(b) - signs(a))[0];
  return best !== undefined && signs(best) > 0 ? best : EVERYDAY;
};
