import { findSetting } from "./banks/settings/find-setting.ts";
import { getValues } from "./banks/values.ts";
import { typesetApostrophes, type TemplateSlots } from "./fill-template.ts";
import type { Motion } from "./parse-motion.ts";
import type { NounPhrase } from "./motions/motion.ts";
import { pickCyclic, pickRandom, shuffle, type Random } from "./seeded-random.ts";
import type { DebateSide } from "./speech-request.ts";

const toSingularPhrase = (text: string): NounPhrase => ({ text, plural: false });

/** Returns a function that gives the full phrase first and then its short names in turn. */
const createMentions = (full: string, shortNames: readonly string[]) => {
  let mentions = 0;
  return (): NounPhrase => {
    mentions += 1;
    return toSingularPhrase(mentions === 1 ? full : pickCyclic(shortNames, mentions - 2));
  };
};

const createCycle = (phrases: readonly string[], plural: boolean) => {
  let next = 0;
  return (): NounPhrase => ({ text: typesetApostrophes(pickCyclic(phrases, next++)), plural });
};

export interface SpeechContext {
  topic: string;
  motion: Motion;
  side: DebateSide;
  /** Whether the words were already used. Unused words are preferred. */
  isUsed: (words: string) => boolean;
}

/** Creates the words for all slots of a speech that do not depend on the other side's turn. */
export const createSpeechSlots = (
  { topic, motion, side, isUsed }: SpeechContext,
  random: Random,
): TemplateSlots => {
  const setting = findSetting(topic);
  const cycleUnusedFirst = (phrases: readonly string[], plural: boolean) => {
    const shuffled = shuffle(phrases, random);
    return createCycle(
      [...shuffled.filter((phrase) => !isUsed(phrase)), ...shuffled.filter(isUsed)],
      plural,
    );
  };
  const values = getValues(motion.kind);
  const sideValue = pickRandom(side === "For" ? values.for : values.against, random);
  const [x, y] = motion.pair ?? [motion.focus, motion.focus];
  return {
    act: createMentions(motion.act, ["the proposal", "this change", "such a step"]),
    statement: createMentions(motion.statement, ["this is so"]),
    denial: createMentions(motion.denial, ["it is not so"]),
    focus: () => motion.focus,
    x: () => x,
    y: () => y,
    people: cycleUnusedFirst(setting.people, true),
    scene: cycleUnusedFirst(setting.scenes, false),
    gain: cycleUnusedFirst(setting.gains, false),
    cost: cycleUnusedFirst(setting.costs, false),
    value: () => toSingularPhrase(sideValue.value),
    criterion: () => toSingularPhrase(sideValue.criterion),
  };
};
