import { LINCOLN_DOUGLAS_STYLE } from "./banks/styles/lincoln-douglas.ts";
import { OXFORD_STYLE } from "./banks/styles/oxford.ts";
import { ROAST_STYLE } from "./banks/styles/roast.ts";
import { STANDARD_STYLE } from "./banks/styles/standard.ts";
import { findSetting } from "./banks/settings/find-setting.ts";
import { fillTemplate, createUsageCheck, type TemplateSlots } from "./fill-template.ts";
import type { LinesBySide, FormatStyle, FormatStyles } from "./banks/format-style.ts";
import { parseMotion, type Motion } from "./parse-motion.ts";
import { planDebate, type DebatePlan } from "./plan-debate.ts";
import { pickCyclic, createSeededRandom, shuffle } from "./seeded-random.ts";
import { toBankKey, getSideTurnIndex, getOtherSide } from "./sides.ts";
import type { SpeechRequest } from "./speech-request.ts";
import type { ThemeArgument } from "./banks/argument-theme.ts";
import { createSpeechSlots } from "./speech-slots.ts";

/** Formats without an entry use the standard style. */
const FORMAT_STYLES: FormatStyles = {
  oxford: OXFORD_STYLE,
  lincoln_douglas: LINCOLN_DOUGLAS_STYLE,
  roast: ROAST_STYLE,
};

/** One side at its turn: the speech to write, and functions that produce its lines. */
export interface Speaker {
  request: SpeechRequest;
  motion: Motion;
  manner: FormatStyle;
  plan: DebatePlan;
  say: (template: string, extraWords?: Record<string, string>) => string;
  sayAll: (templates: readonly string[]) => string;
  /** Returns a line that this side has not used yet. */
  pickOwn: (lines: LinesBySide) => string;
  /**
   * Returns an unused line of a list whose first half belongs to the For side and the second to the
   * Against side.
   */
  pickLine: (bank: readonly string[]) => string;
  /** Whether an earlier turn already used the template. */
  isUsed: (template: string) => boolean;
  /** Returns an unused sentence about the topic's setting; empty if all are used. */
  settingFact: () => string;
  argument: (ordinal: number) => ThemeArgument;
}

/** Creates the speaker of a turn. The same debate, format and turn always give the same lines. */
export const createSpeaker = (request: SpeechRequest): Speaker => {
  const { side, turn, topic, format } = request;
  const manner = FORMAT_STYLES[format] ?? STANDARD_STYLE;
  const motion = parseMotion(topic);
  const debateSeed = `${topic}|${format}`;
  const isUsedInOtherText = createUsageCheck(request.otherText ?? "");
  const isUsed = createUsageCheck(
    [request.otherText, ...request.debate.map(({ text }) => text)].join("\n"),
  );
  const plan = planDebate(
    motion,
    manner.favourites.split(" "),
    createSeededRandom(debateSeed),
    isUsedInOtherText,
  );
  const random = createSeededRandom(`${debateSeed}|${side}|${turn}`);
  const context = { topic, motion, side, isUsed };
  const slots: TemplateSlots = {
    ...createSpeechSlots(context, createSeededRandom(debateSeed + side)),
    them: () => ({ text: manner.names[toBankKey(getOtherSide(side))], plural: false }),
  };
  const say: Speaker["say"] = (template, extraWords = {}) => {
    const extra = Object.entries(extraWords).map(
      ([name, text]) => [name, () => ({ text, plural: false })] as const,
    );
    return fillTemplate(template, { ...slots, ...Object.fromEntries(extra) }, random);
  };
  const pickOwn: Speaker["pickOwn"] = (lines) => {
    const shuffled = shuffle(lines[toBankKey(side)], createSeededRandom(debateSeed + side));
    return shuffled.find((line) => !isUsed(line)) ?? pickCyclic(shuffled, getSideTurnIndex(turn));
  };
  return {
    request,
    motion,
    manner,
    plan,
    say,
    sayAll: (templates) => templates.map((template) => say(template)).join(" "),
    isUsed,
    pickOwn,
    pickLine: (bank) =>
      pickOwn({ for: bank.slice(0, bank.length / 2), against: bank.slice(bank.length / 2) }),
    settingFact: () =>
      say(
        shuffle(findSetting(topic).truths, createSeededRandom(debateSeed)).find(
          (t) => !isUsed(t),
        ) ?? "",
      ),
    argument: (ordinal) => plan.themeOf(side, ordinal)[toBankKey(side)],
  };
};
