import { LINCOLN_DOUGLAS } from "./banks/manners/lincoln-douglas.ts";
import { OXFORD } from "./banks/manners/oxford.ts";
import { ROAST } from "./banks/manners/roast.ts";
import { STANDARD } from "./banks/manners/standard.ts";
import { settingOf } from "./banks/settings/all.ts";
import { fill, saidIn, type Slots } from "./fill.ts";
import type { BySide, Manner, Manners } from "./manner.ts";
import { readMotion, type Motion } from "./motion.ts";
import { planDebate, type Plan } from "./plan.ts";
import { cycled, seeded, shuffled } from "./seeded.ts";
import { bankOf, ordinalOf, otherSide } from "./sides.ts";
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
  /** A line of the side's own that nobody has said yet: another one every turn. */
  own: (lines: BySide) => string;
  /** The same of a bank that has a half for either side. */
  line: (bank: readonly string[]) => string;
  /** Whether somebody has said this already. */
  isSaid: (template: string) => boolean;
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
  const isSaidElsewhere = saidIn(request.elsewhere ?? "");
  const isSaid = saidIn([request.elsewhere, ...request.debate.map(({ text }) => text)].join("\n"));
  const plan = planDebate(
    motion,
    manner.favourites.split(" "),
    seeded(debateSeed),
    isSaidElsewhere,
  );
  const random = seeded(`${debateSeed}|${side}|${turn}`);
  const place = { topic, motion, side, isSaid };
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
  const own: Speaker["own"] = (lines) => {
    const mixed = shuffled(lines[bankOf(side)], seeded(debateSeed + side));
    return mixed.find((line) => !isSaid(line)) ?? cycled(mixed, ordinalOf(turn));
  };
  return {
    request,
    motion,
    manner,
    plan,
    say,
    sayAll: (templates) => templates.map((template) => say(template)).join(" "),
    isSaid,
    own,
    line: (bank) =>
      own({ for: bank.slice(0, bank.length / 2), against: bank.slice(bank.length / 2) }),
    truth: () =>
      say(shuffled(settingOf(topic).truths, seeded(debateSeed)).find((t) => !isSaid(t)) ?? ""),
    argument: (ordinal) => plan.themeOf(side, ordinal)[bankOf(side)],
  };
};
