import type { DebateStatus, Pace } from "../debate.ts";

/** What a viewer thinks of the topic, in the order in which the flow shows it. */
export const BALLOT_STANCES = ["for", "undecided", "against"] as const;
export type BallotStance = (typeof BALLOT_STANCES)[number];

export const BALLOT_STANCE_LABEL = {
  for: "For",
  undecided: "Undecided",
  against: "Against",
} as const satisfies Record<BallotStance, string>;

/** A swing is shown only from this number of pairs on. A pair is a viewer's vote before and after. */
export const MIN_PAIRS = 20;

/**
 * At most this many viewers of one network count, so that one person with many accounts cannot
 * change the result.
 */
export const MAX_COUNTED_PER_NETWORK = 5;

/**
 * One in this many viewers is not asked before the debate, because the question itself may
 * influence the vote at the end.
 */
export const NOT_ASKED_ONE_IN = 5;

/** Faster than people read. Reports of seen turns that come faster are refused. */
export const MAX_READING_CHARACTERS_PER_SECOND = 200;

const MIN_SEEN_PERCENT = 60;

/** How many turns of a debate a viewer must have seen or heard to be counted. */
export const getRequiredTurns = (maxTurns: number): number =>
  Math.ceil((maxTurns * MIN_SEEN_PERCENT) / 100);

interface BallotSubject {
  status: DebateStatus;
  pace: Pace;
  /** Whether a turn after the first one has text. */
  hasLaterText: boolean;
  /** Number of the turn that the live voice is speaking; null if none is. */
  spokenTurn: number | null;
}

/**
 * Whether viewers may still state their initial opinion. They may until turn 2 comes into view. At
 * the pace `voice`, pages show turn 2 only after turn 1 has been spoken.
 */
export const isBallotOpen = ({ status, pace, hasLaterText, spokenTurn }: BallotSubject): boolean =>
  status !== "completed" && (!hasLaterText || (pace === "voice" && spokenTurn === 1));

export type StanceCounts = Record<BallotStance, number>;

/** Number of viewers by their stance before the debate, then by their stance after it. */
export type SwingTable = Record<BallotStance, StanceCounts>;

export interface CountedPair {
  before: BallotStance;
  after: BallotStance;
  count: number;
}

const countByStance = (count: (stance: BallotStance) => number): StanceCounts => ({
  for: count("for"),
  undecided: count("undecided"),
  against: count("against"),
});

const sum = (counts: StanceCounts): number => counts.for + counts.undecided + counts.against;

export const buildSwingTable = (pairs: readonly CountedPair[]): SwingTable => {
  const table: SwingTable = {
    for: countByStance(() => 0),
    undecided: countByStance(() => 0),
    against: countByStance(() => 0),
  };
  for (const { before, after, count } of pairs) table[before][after] += count;
  return table;
};

export const countBefore = (table: SwingTable): StanceCounts =>
  countByStance((stance) => sum(table[stance]));

export const countAfter = (table: SwingTable): StanceCounts =>
  countByStance((after) => table.for[after] + table.undecided[after] + table.against[after]);

export const countPairs = (table: SwingTable): number => sum(countBefore(table));

export interface Swing {
  /** Change of a side's share of all pairs, in percentage points. */
  gains: { for: number; against: number };
  /**
   * The gain of For minus the gain of Against, in percentage points. Positive if the debate helped
   * For.
   */
  swing: number;
  /** Viewers who changed from one side to the other. */
  conversions: { toFor: number; toAgainst: number };
}

/** Returns null if there are fewer than `MIN_PAIRS` pairs. */
export const computeSwing = (table: SwingTable): Swing | null => {
  const pairs = countPairs(table);
  if (pairs < MIN_PAIRS) return null;
  const before = countBefore(table);
  const after = countAfter(table);
  const gainOf = (side: "for" | "against") => (100 * (after[side] - before[side])) / pairs;
  const gains = { for: gainOf("for"), against: gainOf("against") };
  return {
    gains,
    swing: gains.for - gains.against,
    conversions: { toFor: table.against.for, toAgainst: table.for.against },
  };
};
