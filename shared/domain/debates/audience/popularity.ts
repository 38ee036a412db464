/** Being this many seconds younger counts as much as having ten times as many votes. */
const DECAY_SECONDS = 45_000;

/**
 * Time-decayed popularity of a debate. It depends on the creation time instead of the current time,
 * so it can be stored, indexed, and updated only when votes change.
 */
export const computePopularity = (debate: {
  upvotes: number;
  downvotes: number;
  winnerVotes: number;
  createdAt: Date;
}): number => {
  const netVotes = debate.upvotes - debate.downvotes + debate.winnerVotes;
  const weight = Math.sign(netVotes) * Math.log10(Math.abs(netVotes) + 1);
  return weight + debate.createdAt.getTime() / 1000 / DECAY_SECONDS;
};
