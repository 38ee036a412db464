import { ROLES, type Role, SIDE_LABEL } from "../side.ts";

interface SentenceCount {
  sentence: number;
  count: number;
}

interface ReactedTurn {
  role: Role;
  /** Number of reactions to the turn's sentences. */
  reactions: number;
}

/** Minimum number of reactions for a sentence to be marked. */
export const MIN_MARKED_REACTIONS = 2;

/**
 * Returns the sentence with the most reactions; the earliest if several have equally many. Returns
 * null if all have fewer than `MIN_MARKED_REACTIONS`.
 */
export const findTopSentence = (sentences: readonly SentenceCount[]): SentenceCount | null => {
  const max = Math.max(MIN_MARKED_REACTIONS, ...sentences.map(({ count }) => count));
  return sentences.find(({ count }) => count === max) ?? null;
};

export const sumReactions = (sentences: readonly SentenceCount[]): number =>
  sentences.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the share of the reactions that the side `For` received. The given turns are in order. If
 * one side has one more turn, that turn is not counted, because the shares would not be comparable.
 * Returns null until both sides have a turn and there is a reaction.
 */
export const computeAudienceShare = (turns: readonly ReactedTurn[]): number | null => {
  const bySide = ROLES.map((side) => turns.filter(({ role }) => role === side));
  const turnsEach = Math.min(...bySide.map(({ length }) => length));
  const [forSum = 0, againstSum = 0] = bySide.map((own) =>
    own.slice(0, turnsEach).reduce((sum, { reactions }) => sum + reactions, 0),
  );
  const sum = forSum + againstSum;
  return sum === 0 ? null : forSum / sum;
};

/** Describes which side got more reactions, as in "Audience: For, 62% of the good points". */
export const describeAudience = (share: number | null): string => {
  if (share === null) return "Audience: not enough good points yet";
  if (share === 0.5) return "Audience: level";
  const role: Role = share > 0.5 ? "bot_a" : "bot_b";
  const percent = Math.round(100 * Math.max(share, 1 - share));
  return `Audience: ${SIDE_LABEL[role]}, ${percent}% of the good points`;
};
