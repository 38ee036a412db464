import { LINCOLN_DOUGLAS } from "./banks/manners/lincoln-douglas.ts";
import { OXFORD } from "./banks/manners/oxford.ts";
import { ROAST } from "./banks/manners/roast.ts";
import { STANDARD } from "./banks/manners/standard.ts";
import { settingOf } from "./banks/settings/all.ts";
import { fill, type Slots } from "./fill.ts";
import type { BySide, Manner, Manners } from "./manner.ts";
import { readMotion, type Motion } from "./motion.ts";
import { planDebate, type Plan } from "./plan.ts";
import { cycled, seeded, shuffled } from "./seeded.ts";
import { bankOf, otherSide } from "./sides.ts";
import type { SpeechRequest } from "./speech-request.ts";
import type { Argument } from "./theme.ts";
import { wordsOf } from "./words-of-a-speech.ts";

/** Formats that have one of their own. */
const MANNERS: Manners = {
  oxford: OXFORD,
  lincoln_douglas: LINCOLN_DOUGLAS,
  roast: ROAST,
};

/** One side at its turn: what it was asked for, and the words it has. */
export interface Speaker {
  request: SpeechRequest;
  motion: Motion;
  manner: Manner;
  plan: Plan;
  say: (template: string, more?: Record<string, string>) => string;
  sayAll: (templates: readonly string[]) => string;
  /** A line of a bank that both sides draw from: another one every turn. */
  line: (bank: readonly string[], turnsBefore?: number) => string;
  /** A line of the side's own. */
  own: (lines: BySide) => string;
  /** A sentence from the topic's world that nobody has said yet; empty when all are said. */
  truth: () => string;
  argument: (ordinal: number) => Argument;
}

/** Whoever speaks in the same debate, format and turn has the same words. */
export const speakerFor = (request: SpeechRequest): Speaker => {
  const { side, turn, topic, format } = request;
  const manner = MANNERS[format] ?? STANDARD;
  const motion = readMotion(topic);
  const debateSeed = `${topic}|${format}`;
  const plan = planDebate(motion, manner.favourites, seeded(debateSeed));
  const random = seeded(`${debateSeed}|${side}|${turn}`);
  const place = { topic, motion, side, position: turn - 1 };
  const words: Slots = {
    ...wordsOf(place, seeded(debateSeed + side)),
    them: () => ({ text: manner.names[bankOf(otherSide(side))], plural: false }),
  };
  const say: Speaker["say"] = (template, more = {}) => {
    const extra = Object.entries(more).map(
      ([name, text]) => [name, () => ({ text, plural: false })] as const,
    );
    return fill(template, { ...words, ...Object.fromEntries(extra) }, random);
  };
  return {
    request,
    motion,
    manner,
    plan,
    say,
    sayAll: (templates) => templates.map((template) => say(template)).join(" "),
    line: (bank, turnsBefore = 0) =>
      cycled(shuffled(bank, seeded(debateSeed)), turn - 1 - turnsBefore),
    own: (lines) => cycled(shuffled(lines[bankOf(side)], seeded(debateSeed + side)), 0),
    truth: () => say(shuffled(settingOf(topic).truths, seeded(debateSeed))[turn - 1] ?? ""),
    argument: (ordinal) => plan.themeOf(side, ordinal)[bankOf(side)],
  };
};
