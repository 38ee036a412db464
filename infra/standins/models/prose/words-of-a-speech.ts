import { settingOf } from "./banks/settings/all.ts";
import { valuesOf } from "./banks/values.ts";
import { typeset, type Slots } from "./fill.ts";
import type { Motion } from "./motion.ts";
import type { NounPhrase } from "./motions/motion-shape.ts";
import { cycled, pick, shuffled, type Random } from "./seeded.ts";
import type { Side } from "./speech-request.ts";

const singular = (text: string): NounPhrase => ({ text, plural: false });

/** The full phrase at its first mention, then its short names in turn. */
const mentions = (full: string, shortNames: readonly string[]) => {
  let said = 0;
  return (): NounPhrase => {
    said += 1;
    return singular(said === 1 ? full : cycled(shortNames, said - 2));
  };
};

const onward = (things: readonly string[], plural: boolean) => {
  let next = 0;
  return (): NounPhrase => ({ text: typeset(cycled(things, next++)), plural });
};

export interface SpeechPlace {
  topic: string;
  motion: Motion;
  side: Side;
  /** Whether the words were already used; unused ones are preferred. */
  isSaid: (words: string) => boolean;
}

/** Values of a speech's slots, except those that depend on the other side's turn. */
export const wordsOf = ({ topic, motion, side, isSaid }: SpeechPlace, random: Random): Slots => {
  const setting = settingOf(topic);
  const listed = (things: readonly string[], plural: boolean) => {
    const mixed = shuffled(things, random);
    return onward([...mixed.filter((each) => !isSaid(each)), ...mixed.filter(isSaid)], plural);
  };
  const values = valuesOf(motion.kind);
  const own = pick(side === "For" ? values.for : values.against, random);
  const [x, y] = motion.pair ?? [motion.focus, motion.focus];
  return {
    act: mentions(motion.act, ["the proposal", "this change", "such a step"]),
    statement: mentions(motion.statement, ["this is so"]),
    denial: mentions(motion.denial, ["it is not so"]),
    focus: () => motion.focus,
    x: () => x,
    y: () => y,
    people: listed(setting.people, true),
    scene: listed(setting.scenes, false),
    gain: listed(setting.gains, false),
    cost: listed(setting.costs, false),
    value: () => singular(own.value),
    criterion: () => singular(own.criterion),
  };
};
