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
 * Generates a debate with the fakes' text generator, without sentences that occur in `elsewhere`.
 */
const generateDebate = (
  { topic, format, maxTurns }: SampleDebate,
  elsewhere: string,
): GeneratedDebate => {
  const debate: PastTurn[] = [];
  const turns: SampleTurn[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const role = getRoleOfTurn(turn);
    const side = SIDE_LABEL[role];
    const type = getTurnType(turn, maxTurns);
    const place = { topic, format, side, speech: type, turn, maxTurns };
    const text = writeSpeech({ ...place, debate, elsewhere });
    const spoken: PastTurn = { number: turn, side, text };
    debate.push(spoken);
    turns.push({
      turnNumber: turn,
      role,
      type,
      content: text,
      ...composeTurnJudgement(spoken, topic),
    });
  }
  const { botA, botB } = computeMeanScores(turns);
  const { reasoning } = composeVerdict(debate, { For: botA ?? 0, Against: botB ?? 0 });
  return { turns, scores: { botA, botB, reasoning } };
};

/** Generates debates that share no sentences. */
export const generateDebates = (samples: readonly SampleDebate[]): GeneratedDebate[] => {
  const held: GeneratedDebate[] = [];
  for (const sample of samples) {
    const said = held.flatMap(({ turns }) => turns.map(({ content }) => content));
    held.push(generateDebate(sample, said.join("\n")));
  }
  return held;
};
