export const TURN_TYPES = ["opening", "rebuttal", "closing"] as const;
export type TurnType = (typeof TURN_TYPES)[number];

export const TURN_STATUSES = ["pending", "streaming", "complete", "failed"] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** Shown to an admin who requests a new recording with an invalid turn id. */
export const INVALID_TURN_ID_MESSAGE = "This turn doesn't have a valid ID.";

export const MIN_TURNS = 2;
export const MAX_TURNS = 20;
export const DEFAULT_TURNS = 6;
/** Number of turns of every debate that is created with the web form. */
export const FORM_DEFAULT_TURNS = 10;

/**
 * Whether a number of turns is allowed; it must be even, so that both sides speak equally often.
 */
export const isValidTurnCount = (count: number): boolean =>
  Number.isInteger(count) && count >= MIN_TURNS && count <= MAX_TURNS && count % 2 === 0;

/** The first turn of each side is its opening, the last its closing, all others are rebuttals. */
export const getTurnType = (turnNumber: number, maxTurns: number): TurnType => {
  if (turnNumber <= 2) return "opening";
  return turnNumber > maxTurns - 2 ? "closing" : "rebuttal";
};

export const TURN_TYPE_LABEL = {
  opening: "Opening Statement",
  rebuttal: "Rebuttal",
  closing: "Closing Statement",
} as const satisfies Record<TurnType, string>;

export const WORD_TARGET = { opening: 150, rebuttal: 120, closing: 150 } as const satisfies Record<
  TurnType,
  number
>;

/** Maximum length of a turn in UTF-16 units. A longer one is cut after its last whole sentence. */
export const TURN_MAX_CHARACTERS = 10_000;

/** Maximum requests to the provider per turn, including restarts. */
export const MAX_REQUESTS_PER_TURN = 15;

/** Whether the provider refused the content, so that a retry would fail too. */
export const isRefusedByProvider = (error: { code: string } | null): boolean =>
  error?.code === "refused";

export const getNextTurnNumber = (debate: {
  currentTurn: number;
  maxTurns: number;
}): number | null => (debate.currentTurn < debate.maxTurns ? debate.currentTurn + 1 : null);
