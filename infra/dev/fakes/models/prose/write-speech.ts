import type { TurnType } from "#shared/domain/debates/turn.ts";
import { getStakes } from "./banks/stakes.ts";
import { composeAnswer } from "./compose-answer.ts";
import { getSideTurnIndex } from "./sides.ts";
import { createSpeaker, type Speaker } from "./create-speaker.ts";
import type { SpeechRequest } from "./speech-request.ts";

const buildRecaps = (
  { say, argument }: Speaker,
  ordinals: readonly number[],
): Record<string, string> =>
  Object.fromEntries(ordinals.map((ordinal, i) => [`recap${i + 1}`, say(argument(ordinal).recap)]));

/**
 * Maximum length of a debate in which each side has only one rebuttal. The opening then argues a
 * second theme.
 */
const SHORT_DEBATE_TURNS = 6;

const writeOpening = (speaker: Speaker): string[] => {
  const { request, motion, manner, plan, say, sayAll, pickOwn, argument } = speaker;
  const start = say(pickOwn(manner.openings));
  const ownCase = sayAll(argument(0).case);
  const isShort = request.maxTurns <= SHORT_DEBATE_TURNS;
  // The closing sums up several themes. The opening argues a second one, so that all of them were
  // argued before.
  const secondCase = isShort
    ? sayAll(argument(request.maxTurns < SHORT_DEBATE_TURNS ? 1 : 2).case)
    : "";
  const answer = composeAnswer(speaker);
  if (answer !== "") {
    const end = isShort ? secondCase : say(speaker.pickLine(manner.lastLines));
    return [start, `${answer} ${speaker.settingFact()}`.trim(), ownCase, end];
  }
  const stakes = say(pickOwn(getStakes(motion.kind)));
  const label = (ordinal: number) => plan.themeOf(request.side, ordinal).label;
  const previews = { for: manner.previews, against: manner.previews };
  const writePreview = () => say(pickOwn(previews), { label1: label(1), label2: label(2) });
  return [`${start} ${stakes}`, ownCase, isShort ? secondCase : writePreview()];
};

const writeRebuttal = (speaker: Speaker): string[] => {
  const { request, manner, plan, say } = speaker;
  const ordinal = getSideTurnIndex(request.turn);
  const answer = composeAnswer(speaker);
  const ownCase = speaker.sayAll(speaker.argument(ordinal).case);
  const { label } = plan.themeOf(request.side, ordinal);
  const bridge = say(speaker.pickLine(manner.bridges), { label });
  const settingFact = manner.keepsBridges || ordinal % 2 === 0 ? "" : speaker.settingFact();
  return [
    `${answer} ${settingFact}`.trim(),
    settingFact === "" ? `${bridge} ${ownCase}` : ownCase,
    say(speaker.pickLine(manner.lastLines)),
  ];
};

const writeClosing = (speaker: Speaker): string[] => {
  const { request, manner, say, pickOwn } = speaker;
  const argued = getSideTurnIndex(request.turn);
  const highlights = argued > 2 ? [0, Math.floor(argued / 2), argued - 1] : [0, 1, 2];
  return [
    say(pickOwn(manner.closings)),
    composeAnswer(speaker),
    say(pickOwn(manner.summaries), buildRecaps(speaker, highlights)),
    say(pickOwn(manner.appeals)),
  ];
};

const SPEECH_WRITERS: Readonly<Record<TurnType, (speaker: Speaker) => string[]>> = {
  opening: writeOpening,
  rebuttal: writeRebuttal,
  closing: writeClosing,
};

/**
 * Writes a speech in simple Markdown that fits the topic, format and side and answers the other
 * side's last turn. The same request always gives the same speech. No sentence repeats in a debate
 * of up to twenty turns.
 */
export const writeSpeech = (request: SpeechRequest): string =>
  SPEECH_WRITERS[request.speech](createSpeaker(request))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
