import type { DebateScores } from "#shared/contract/debate.ts";
import { meanScores } from "#shared/domain/score.ts";
import { type Role, roleOfTurn, SIDE_LABEL } from "#shared/domain/side.ts";
import { type TurnType, turnType } from "#shared/domain/turn.ts";
import { judgeDebate, judgeTurn, type TurnJudgement } from "../../standins/models/prose/judge.ts";
import type { PastTurn } from "../../standins/models/prose/speech-request.ts";
import { writeSpeech } from "../../standins/models/prose/write-speech.ts";
import type { SampleDebate } from "./sample-debates.ts";

export interface HeldTurn extends TurnJudgement {
  turnNumber: number;
  role: Role;
  type: TurnType;
  content: string;
}

export interface HeldDebate {
  turns: HeldTurn[];
  scores: DebateScores;
}

/**
 * Generates a debate with the fakes' text generator, without sentences that occur in `elsewhere`.
 */
const holdDebate = ({ topic, format, maxTurns }: SampleDebate, elsewhere: string): HeldDebate => {
  const debate: PastTurn[] = [];
  const turns: HeldTurn[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const role = roleOfTurn(turn);
    const side = SIDE_LABEL[role];
    const type = turnType(turn, maxTurns);
    const place = { topic, format, side, speech: type, turn, maxTurns };
    const text = writeSpeech({ ...place, debate, elsewhere });
    const spoken: PastTurn = { number: turn, side, text };
    debate.push(spoken);
    turns.push({ turnNumber: turn, role, type, content: text, ...judgeTurn(spoken, topic) });
  }
  const { botA, botB } = meanScores(turns);
  const { reasoning } = judgeDebate(debate, { For: botA ?? 0, Against: botB ?? 0 });
  return { turns, scores: { botA, botB, reasoning } };
};

/** Generates debates that share no sentences. */
export const holdDebates = (samples: readonly SampleDebate[]): HeldDebate[] => {
  const held: HeldDebate[] = [];
  for (const sample of samples) {
    const said = held.flatMap(({ turns }) => turns.map(({ content }) => content));
    held.push(holdDebate(sample, said.join("\n")));
  }
  return held;
};
