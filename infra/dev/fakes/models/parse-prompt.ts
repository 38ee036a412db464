import { FORMAT_LABEL, FORMATS, type Format } from "#shared/domain/debates/debate.ts";
import { DEFAULT_TURNS, TURN_TYPES, type TurnType } from "#shared/domain/debates/turn.ts";

export type DebateSide = "For" | "Against";
export type MeanScores = Readonly<Record<DebateSide, number>>;

export interface PastTurn {
  number: number;
  side: DebateSide;
  text: string;
}

export interface SpeechRequest {
  topic: string;
  format: Format;
  side: DebateSide;
  speech: TurnType;
  /** Number of the turn, counted from 1 over both sides. */
  turn: number;
  maxTurns: number;
  debate: readonly PastTurn[];
}

/** Returns the value of a line `Name: value` in a prompt; undefined if there is no such line. */
const findNamedLine = (prompt: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.+)$`, "im").exec(prompt)?.[1]?.trim();

export const findMotionLine = (prompt: string): string => findNamedLine(prompt, "Motion") ?? "";

/**
 * Heading of a turn in a transcript. It may contain a random marker, so that speakers cannot
 * imitate it.
 */
const TURN_HEADING_PATTERN = /^\[Turn (\d+), (For|Against|Speaker [AB])(?:, [\da-f]+)?\]\s*$/m;
/** End of a transcript in a prompt: a closing tag or a fence. */
const DEBATE_END_PATTERN = /^(?:<\/[\w-]+>|```|"""|-{3,}|={3,})\s*$/m;

const parseSide = (name: string | undefined): DebateSide =>
  name === "Against" ? "Against" : "For";

/** Speaker A's side, if the prompt asks which of the speakers A and B has won; otherwise null. */
export const parseSideOfSpeakerA = (prompt: string): DebateSide | null => {
  const lines = [...prompt.matchAll(/\bSpeaker A argues (For|Against) the motion\./g)];
  return lines.length === 0 ? null : parseSide(lines.at(-1)?.[1]);
};

/** Returns the turns of a transcript in the order in which they were given. */
export const parsePastTurns = (prompt: string): PastTurn[] => {
  const [, ...parts] = prompt.split(TURN_HEADING_PATTERN);
  const isForA = parseSideOfSpeakerA(prompt) === "For";
  const turns: PastTurn[] = [];
  for (let i = 0; i < parts.length; i += 3) {
    const text = (parts[i + 2] ?? "").split(DEBATE_END_PATTERN)[0]?.trim() ?? "";
    const speaker = parts[i + 1] ?? "";
    const side = speaker.startsWith("Speaker")
      ? parseSide((speaker === "Speaker A") === isForA ? "For" : "Against")
      : parseSide(speaker);
    turns.push({ number: Number(parts[i]), side, text });
  }
  return turns.sort((a, b) => a.number - b.number);
};

/** Returns the turn to judge; null if the prompt asks for a verdict. */
export const parseJudgedTurn = (prompt: string): PastTurn | null => {
  const asked = prompt.split(/^Judge this turn:/im)[1];
  return asked === undefined ? null : (parsePastTurns(asked)[0] ?? null);
};

export const parseMeanScores = (prompt: string): MeanScores | undefined => {
  const [, pro, contra] = /\bFor (\d+(?:\.\d+)?), Against (\d+(?:\.\d+)?)/.exec(prompt) ?? [];
  return pro === undefined ? undefined : { For: Number(pro), Against: Number(contra) };
};

const MAX_TOPIC_LENGTH = 300;

/** Finds in the prompt which speech to write, and guesses what the prompt does not say. */
export const parseSpeechRequest = (system: string, messages: string): SpeechRequest => {
  const find = (name: string): string => findNamedLine(system, name) ?? "";
  const debate = parsePastTurns(messages);
  const [turn, maxTurns] = find("Turn")
    .split(/\s+of\s+/)
    .map(Number);
  const format = find("Format").toLowerCase();
  const speech = find("Speech").toLowerCase();
  const lastLine = messages.trimEnd().split("\n").at(-1) ?? "";
  const topic = findMotionLine(system) || findMotionLine(messages) || lastLine;
  return {
    topic: topic.slice(0, MAX_TOPIC_LENGTH),
    format: FORMATS.find((each) => FORMAT_LABEL[each].toLowerCase() === format) ?? "standard",
    side: parseSide(find("Your side")),
    speech:
      TURN_TYPES.find((type) => type === speech) ?? (debate.length < 2 ? "opening" : "rebuttal"),
    turn: turn || debate.length + 1,
    maxTurns: maxTurns || DEFAULT_TURNS,
    debate,
  };
};
