import type { DebateScores } from "#shared/contract/debates/debate.ts";
import { computeMeanScores } from "#shared/domain/debates/score.ts";
import { type Role, getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { type TurnType, getTurnType } from "#shared/domain/debates/turn.ts";
import {
  composeVerdict,
  composeTurnJudgement,
  type FakeJudgement,
} from "../fakes/models/prose/compose-judgement.ts";
import type { PastTurn } from "../fakes/models/prose/speech-request.ts";
import { writeSpeech } from "../fakes/models/prose/write-speech.ts";
import type { SampleDebate } from "./sample-debates.ts";

export interface SampleTurn extends FakeJudgement {
  turnNumber: number;
  role: Role;
  type: TurnType;
  content: string;
}

export interface GeneratedDebate {
  turns: SampleTurn[];
  scores: DebateScores;
}

/**
 * Generates a debate with the text generator of the fakes. Avoids sentences that occur in
 * `otherText`.
 */
const generateDebate = (
  { topic, format, maxTurns }: SampleDebate,
  otherText: string,
): GeneratedDebate => {
  const debate: PastTurn[] = [];
  const turns: SampleTurn[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const role = getRoleOfTurn(turn);
    const side = SIDE_LABEL[role];
    const type = getTurnType(turn, maxTurns);
    const context = { topic, format, side, speech: type, turn, maxTurns };
    const text = writeSpeech({ ...context, debate, otherText });
    const pastTurn: PastTurn = { number: turn, side, text };
    debate.push(pastTurn);
    turns.push({
      turnNumber: turn,
      role,
      type,
      content: text,
      ...composeTurnJudgement(pastTurn, topic),
    });
  }
  const { botA, botB } = computeMeanScores(turns);
  const { reasoning } = composeVerdict(debate, { For: botA ?? 0, Against: botB ?? 0 });
  return { turns, scores: { botA, botB, reasoning } };
};

/** Generates debates that share no sentences. */
export const generateDebates = (samples: readonly SampleDebate[]): GeneratedDebate[] => {
  const generated: GeneratedDebate[] = [];
  for (const sample of samples) {
    const earlierText = generated.flatMap(({ turns }) => turns.map(({ content }) => content));
    generated.push(generateDebate(sample, earlierText.join("\n")));
  }
  return generated;
};
