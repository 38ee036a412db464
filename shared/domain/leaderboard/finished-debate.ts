import { SIMULATED_MODEL } from "../model-name.ts";
import type { Format } from "../debates/debate.ts";
import type { Role } from "../debates/side.ts";
import type { Provider } from "../provider.ts";

export interface SpeakerFigures {
  provider: Provider;
  /** Null if the model is unknown, or if it changed during the debate. */
  model: string | null;
  /** Length of all speeches in bytes. */
  length: number;
  /** Price of all speeches in millionths of a dollar; null if it is unknown. */
  price: number | null;
}

/** A public debate whose identities are public, with the votes that count. */
export interface FinishedDebate {
  id: number;
  topic: string;
  format: Format;
  /** Whether the speeches are from demo mode, so that no model wrote them. */
  isDemo: boolean;
  /** Speakers of a blind debate in which none named itself; null for other debates. */
  speakers: { for: SpeakerFigures; against: SpeakerFigures } | null;
  votes: number;
  /** Votes for the side For. A tie counts as half a vote. */
  forVotes: number;
  /** The decision of the judge or the panel; null if there is none. */
  verdict: {
    provider: Provider | "panel";
    model: string | null;
    /** Whether a judge of this verdict is a fake (demo mode). */
    isDemo: boolean;
    /** Whether the verdict was given under the rules of judging that are in force now. */
    isOfSeason: boolean;
    winner: Role | "draw";
    wavered: boolean;
    /** The side with the higher mean score of its turns, or a draw. Null if a side has no score. */
    scoresWinner: Role | "draw" | null;
  } | null;
}

export const isDemoModel = (model: string | null): boolean => model === SIMULATED_MODEL;

/** 1 if the side For wins, 0 if the side Against wins, 0.5 for a tie; null without votes. */
export const getAudienceResult = ({
  votes,
  forVotes,
}: Pick<FinishedDebate, "votes" | "forVotes">): 0 | 0.5 | 1 | null => {
  if (votes === 0) return null;
  if (2 * forVotes === votes) return 0.5;
  return 2 * forVotes > votes ? 1 : 0;
};

/**
 * 1 if the judge or the panel of judges named For as the winner, 0 for Against. Null for a draw or
 * without a verdict.
 */
export const getJudgeResult = ({ verdict }: Pick<FinishedDebate, "verdict">): 0 | 1 | null => {
  if (verdict === null || verdict.winner === "draw") return null;
  return verdict.winner === "bot_a" ? 1 : 0;
};
