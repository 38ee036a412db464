/** Seconds by which a debate ages as much as ten times the votes weigh. */
const DECAY_SECONDS = 45_000;

/**
 * Time-decayed popularity of a debate. It depends on the time of creation and not on now, so it is
 * stored, indexed, and changes only with a vote.
 */
export const popularity = (debate: {
  upvotes: number;
  downvotes: number;
  winnerVotes: number;
  createdAt: Date;
}): number => {
  const net = debate.upvotes - debate.downvotes + debate.winnerVotes;
  const weight = Math.sign(net) * Math.log10(Math.abs(net) + 1);
  return weight + debate.createdAt.getTime() / 1000 / DECAY_SECONDS;
};
