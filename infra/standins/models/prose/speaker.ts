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

/** Formats without an entry use the standard manner. */
const MANNERS: Manners = {
  oxford: OXFORD,
  lincoln_douglas: LINCOLN_DOUGLAS,
  roast: ROAST,
};

/** A side at its turn: the request and functions that produce its lines. */
export interface Speaker {
  request: SpeechRequest;
  motion: Motion;
  manner: Manner;
  plan: Plan;
  say: (template: string, more?: Record<string, string>) => string;
  sayAll: (templates: readonly string[]) => string;
  /** An unused line of this side's variants. */
  own: (lines: BySide) => string;
  /** An unused line of a bank whose halves belong to the two sides. */
  line: (bank: readonly string[]) => string;
  /** Whether the template was already used. */
  isSaid: (template: string) => boolean;
  /** An unused sentence about the topic's setting; empty if all are used. */
  truth: () => string;
  argument: (ordinal: number) => Argument;
}

/** Deterministic: the same debate, format and turn give the same lines. */
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
