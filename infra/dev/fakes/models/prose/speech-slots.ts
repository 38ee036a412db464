import { findSetting } from "./banks/settings/find-setting.ts";
import { getValues } from "./banks/values.ts";
import { typesetApostrophes, type TemplateSlots } from "./fill-template.ts";
import type { Motion } from "./parse-motion.ts";
import type { NounPhrase } from "./motions/motion.ts";
import { pickCyclic, pickRandom, shuffle, type Random } from "./seeded-random.ts";
import type { DebateSide } from "./speech-request.ts";

const toSingularPhrase = (text: string): NounPhrase => ({ text, plural: false });

/** The full phrase at its first mention, then its short names in turn. */
const createMentions = (full: string, shortNames: readonly string[]) => {
  let said = 0;
  return (): NounPhrase => {
    said += 1;
    return toSingularPhrase(said === 1 ? full : pickCyclic(shortNames, said - 2));
  };
};

const createCycle = (things: readonly string[], plural: boolean) => {
  let next = 0;
  return (): NounPhrase => ({ text: typesetApostrophes(pickCyclic(things, next++)), plural });
};

export interface SpeechContext {
  topic: string;
  motion: Motion;
  side: DebateSide;
  /** Whether the words were already used; unused ones are preferred. */
  isSaid: (words: string) => boolean;
}

/** Values of a speech's slots, except those that depend on the other side's turn. */
export const createSpeechSlots = (
  { topic, motion, side, isSaid }: SpeechContext,
  random: Random,
): TemplateSlots => {
  const setting = findSetting(topic);
  const listed = (things: readonly string[], plural: boolean) => {
    const mixed = shuffle(things, random);
    return createCycle([...mixed.filter((each) => !isSaid(each)), ...mixed.filter(isSaid)], plural);
  };
  const values = getValues(motion.kind);
  const own = pickRandom(side === "For" ? values.for : values.against, random);
  const [x, y] = motion.pair ?? [motion.focus, motion.focus];
  return {
    act: createMentions(motion.act, ["the proposal", "this change", "such a step"]),
    statement: createMentions(motion.statement, ["this is so"]),
    denial: createMentions(motion.denial, ["it is not so"]),
    focus: () => motion.focus,
    x: () => x,
    y: () => y,
    people: listed(setting.people, true),
    scene: listed(setting.scenes, false),
    gain: listed(setting.gains, false),
    cost: listed(setting.costs, false),
    value: () => toSingularPhrase(own.value),
    criterion: () => toSingularPhrase(own.criterion),
  };
};
