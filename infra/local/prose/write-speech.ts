import { LINCOLN_DOUGLAS } from "./banks/manners/lincoln-douglas.ts";
import { OXFORD } from "./banks/manners/oxford.ts";
import { ROAST } from "./banks/manners/roast.ts";
import { STANDARD } from "./banks/manners/standard.ts";
import { PLAIN_REPLIES } from "./banks/replies.ts";
import { settingOf } from "./banks/settings/all.ts";
import { stakesOf } from "./banks/stakes.ts";
import { fill, type Slots } from "./fill.ts";
import type { BySide, Manner, Manners } from "./manner.ts";
import { readMotion } from "./motion.ts";
import { planDebate, themeIn, type Plan } from "./plan.ts";
import { quotePhrase } from "./quotable.ts";
import { cycled, seeded, shuffled } from "./seeded.ts";
import type { PastTurn, Side, SpeechRequest } from "./speech-request.ts";
import type { Argument, Theme } from "./theme.ts";
import { wordsOf } from "./words-of-a-speech.ts";

const MANNERS: Manners = {
  standard: STANDARD,
  oxford: OXFORD,
  lincoln_douglas: LINCOLN_DOUGLAS,
  roast: ROAST,
};

const otherSide = (side: Side): Side => (side === "For" ? "Against" : "For");
const key = (side: Side): keyof BySide => (side === "For" ? "for" : "against");

/** Everything a speech is made of; each part is text, or empty when there is nothing to say. */
interface Speaker {
  say(template: string, more?: Record<string, string>): string;
  /** A line of a bank that both sides draw from: another one every turn. */
  line(bank: readonly string[], turnsBefore?: number): string;
  /** A sentence from the topic's world that nobody has said yet; empty when all are said. */
  truth(): string;
  /** A line of the side's own. */
  own(lines: BySide): string;
  argument(ordinal: number): Argument;
  label(ordinal: number): string;
}

const speakerOf = (request: SpeechRequest, plan: Plan, manner: Manner): Speaker => {
  const { side, turn, topic } = request;
  const position = turn - 1;
  const debateSeed = `${topic}|${request.format}`;
  const random = seeded(`${debateSeed}|${side}|${turn}`);
  const place = { topic, motion: readMotion(topic), side, position };
  const base: Slots = {
    ...wordsOf(place, seeded(debateSeed + side)),
    us: () => ({ text: manner.us[key(side)], plural: false }),
    them: () => ({ text: manner.us[key(otherSide(side))], plural: false }),
  };
  const say: Speaker["say"] = (template, more = {}) => {
    const extra = Object.entries(more).map(
      ([name, text]) => [name, () => ({ text, plural: false })] as const,
    );
    return fill(template, { ...base, ...Object.fromEntries(extra) }, random);
  };
  return {
    say,
    line: (bank, turnsBefore = 0) =>
      cycled(shuffled(bank, seeded(debateSeed)), position - turnsBefore),
    truth: () => say(shuffled(settingOf(topic).truths, seeded(debateSeed))[position] ?? ""),
    own: (lines) => cycled(shuffled(lines[key(side)], seeded(debateSeed + side)), 0),
    argument: (ordinal) => plan.themeOf(side, ordinal)[key(side)],
    label: (ordinal) => plan.themeOf(side, ordinal).label,
  };
};

/** The themes the other side has argued so far, one a turn, none twice. */
const themesHeard = (request: SpeechRequest, plan: Plan): (Theme | null)[] => {
  const heard: (Theme | null)[] = [];
  for (const turn of turnsOf(request, otherSide(request.side))) {
    const left = plan.themes.filter((theme) => !heard.includes(theme));
    const isClosing = turn.number > request.maxTurns - 2 && turn.number > 2;
    const planned = isClosing ? null : plan.themeOf(turn.side, ordinalOf(turn.number));
    heard.push(themeIn(turn.text, left, planned));
  }
  return heard;
};

const turnsOf = ({ debate }: SpeechRequest, side: Side): PastTurn[] =>
  debate.filter((turn) => turn.side === side);

/** A turn's number among those of its own side, from 0. */
const ordinalOf = (turn: number): number => Math.floor((turn - 1) / 2);

/** Takes up the other side's last words and answers them; empty when there are none. */
const reply = (request: SpeechRequest, plan: Plan, manner: Manner, speaker: Speaker): string => {
  const last = turnsOf(request, otherSide(request.side)).at(-1)?.text ?? "";
  const random = seeded(`${request.topic}|${request.turn}|${last}`);
  const theme = themesHeard(request, plan).at(-1) ?? null;
  const quote = quotePhrase(last, theme?.words ?? null, random);
  if (quote === null) return "";
  const said = request.debate.map((turn) => turn.text).join("\n");
  const plain = shuffled(PLAIN_REPLIES, random).find((line) => !said.includes(line)) ?? "";
  const answer = theme?.[key(request.side)].answer ?? [plain];
  const takeUp = speaker.say(speaker.line(manner.takeUps), { quote });
  const answered = request.speech === "opening" ? answer.slice(0, 1) : answer;
  return `${takeUp} ${sentences(speaker, answered)}`;
};

const sentences = (speaker: Speaker, lines: readonly string[]): string =>
  lines.map((line) => speaker.say(line)).join(" ");

const recaps = (speaker: Speaker, ordinals: readonly number[]): Record<string, string> =>
  Object.fromEntries(
    ordinals.map((ordinal, i) => [`recap${i + 1}`, speaker.say(speaker.argument(ordinal).recap)]),
  );

type Paragraphs = (
  request: SpeechRequest,
  plan: Plan,
  manner: Manner,
  speaker: Speaker,
) => string[];

const opening: Paragraphs = (request, plan, manner, speaker) => {
  const start = speaker.say(speaker.own(manner.openings));
  const ownCase = sentences(speaker, speaker.argument(0).case);
  const answer = reply(request, plan, manner, speaker);
  if (answer !== "") {
    const end = speaker.say(speaker.line(manner.lastLines));
    return [start, `${answer} ${speaker.truth()}`.trim(), ownCase, end];
  }
  const stakes = speaker.say(speaker.own(stakesOf(readMotion(request.topic).kind)));
  const ahead =
    request.maxTurns > 2
      ? speaker.say(speaker.own(manner.previews), recaps(speaker, [1, 2]))
      : sentences(speaker, speaker.argument(1).case);
  return [`${start} ${stakes}`, ownCase, ahead];
};

const rebuttal: Paragraphs = (request, plan, manner, speaker) => {
  const ordinal = ordinalOf(request.turn);
  const answer = reply(request, plan, manner, speaker);
  const ownCase = sentences(speaker, speaker.argument(ordinal).case);
  const bridge = speaker.say(speaker.line(manner.bridges, 2), { label: speaker.label(ordinal) });
  const truth = manner.keepsBridges || ordinal % 2 === 0 ? "" : speaker.truth();
  return [
    `${answer} ${truth}`.trim(),
    truth === "" ? `${bridge} ${ownCase}` : ownCase,
    speaker.say(speaker.line(manner.lastLines)),
  ];
};

const closing: Paragraphs = (request, plan, manner, speaker) => {
  const argued = ordinalOf(request.turn);
  const highlights = argued > 2 ? [0, Math.floor(argued / 2), argued - 1] : [0, 1, 2];
  return [
    speaker.say(speaker.own(manner.closings)),
    reply(request, plan, manner, speaker),
    speaker.say(speaker.own(manner.summaries), recaps(speaker, highlights)),
    speaker.say(speaker.own(manner.appeals)),
  ];
};

const SPEECHES = { opening, rebuttal, closing };

/**
 * Writes a speech in Markdown-light paragraphs: on the topic, in the format's manner, for the side,
 * answering the other side's last words. The same request always gives the same speech, and no
 * sentence comes twice in a debate of up to twenty turns.
 */
export const writeSpeech = (request: SpeechRequest): string => {
  const manner = MANNERS[request.format];
  const seed = seeded(`${request.topic}|${request.format}`);
  const plan = planDebate(readMotion(request.topic), request.format, seed);
  const speaker = speakerOf(request, plan, manner);
  return SPEECHES[request.speech](request, plan, manner, speaker)
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
};
