import { FORMAT_LABEL, FORMATS, type Format } from "#shared/domain/debate.ts";
import { DEFAULT_TURNS, TURN_TYPES, type TurnType } from "#shared/domain/turn.ts";
import type { Means } from "./judge.ts";
import type { PastTurn, Side, SpeechRequest } from "./speech-request.ts";

/** The value of a line "Name: value". */
const lineOf = (prompt: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.+)$`, "im").exec(prompt)?.[1]?.trim();

export const motionIn = (prompt: string): string => lineOf(prompt, "Motion") ?? "";

/** Heading of a turn, with or without the marker that distinguishes it from speakers' text. */
const HEADING = /^\[Turn (\d+), (For|Against)(?:, [\da-f]+)?\]\s*$/m;
/** End of the debate's transcript: a closing tag or a fence. */
const END_OF_DEBATE = /^(?:<\/[\w-]+>|```|"""|-{3,}|={3,})\s*$/m;

const sideOf = (name: string | undefined): Side => (name === "Against" ? "Against" : "For");

export const readDebate = (prompt: string): PastTurn[] => {
  const [, ...parts] = prompt.split(HEADING);
  const turns: PastTurn[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const text = (parts[i + 2] ?? "").split(END_OF_DEBATE)[0]?.trim() ?? "";
    turns.push({ number: Number(parts[i]), side: sideOf(parts[i + 1]), text });
  }
  return turns;
};

/** The turn to judge; null if the prompt asks for a verdict on the debate. */
export const readJudgedTurn = (prompt: string): PastTurn | null => {
  const asked = prompt.split(/^Judge this turn:/im)[1];
  return asked === undefined ? null : (readDebate(asked)[0] ?? null);
};

export const meansIn = (prompt: string): Means | undefined => {
  const [, pro, contra] = /\bFor (\d+(?:\.\d+)?), Against (\d+(?:\.\d+)?)/.exec(prompt) ?? [];
  return pro === undefined ? undefined : { For: Number(pro), Against: Number(contra) };
};

const formatOf = (label: string | undefined): Format =>
  FORMATS.find((format) => FORMAT_LABEL[format].toLowerCase() === label?.toLowerCase()) ??
  "standard";

const MOST_OF_A_TOPIC = 300;

/** The motion, or the last line if the prompt has none. */
const topicOf = (system: string, messages: string): string => {
  const lines = messages.split("\n").filter((line) => line.trim() !== "");
  const motion = motionIn(system) || motionIn(messages);
  return (motion || (lines.at(-1) ?? "")).slice(0, MOST_OF_A_TOPIC);
};

/** Parses a speech request from the prompt; guesses missing values. */
export const readSpeechRequest = (system: string, messages: string): SpeechRequest => {
  const debate = readDebate(messages);
  const [turn, maxTurns] = (lineOf(system, "Turn") ?? "").split(/\s+of\s+/).map(Number);
  const asked = lineOf(system, "Speech")?.toLowerCase();
  const guess: TurnType = debate.length < 2 ? "opening" : "rebuttal";
  return {
    topic: topicOf(system, messages),
    format: formatOf(lineOf(system, "Format")),
    side: sideOf(lineOf(system, "Your side")),
    speech: TURN_TYPES.find((type) => type === asked) ?? guess,
    turn: turn || debate.length + 1,
    maxTurns: maxTurns || DEFAULT_TURNS,
    debate,
  };
};
