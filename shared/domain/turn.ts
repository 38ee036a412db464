export const TURN_TYPES = ["opening", "rebuttal", "closing"] as const;
export type TurnType = (typeof TURN_TYPES)[number];

export const TURN_STATUSES = ["pending", "streaming", "complete", "failed"] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** Shown to an admin who asks for a new recording of a turn without a usable id. */
export const INVALID_TURN_ID = "This turn doesn't have a valid ID.";

export const MIN_TURNS = 2;
export const MAX_TURNS = 20;
export const DEFAULT_TURNS = 6;
/** What the form submits, whatever its fields hold. */
export const FORM_TURNS = 10;

/** Even, so that both sides speak equally often. */
export const isTurnCount = (count: number): boolean =>
  Number.isInteger(count) && count >= MIN_TURNS && count <= MAX_TURNS && count % 2 === 0;

/** A bot's first turn is its opening, its last its closing, the rest are rebuttals. */
export const turnType = (turnNumber: number, maxTurns: number): TurnType => {
  if (turnNumber <= 2) return "opening";
  return turnNumber > maxTurns - 2 ? "closing" : "rebuttal";
};

/** What each is called above its words. */
export const TURN_TYPE_LABEL = {
  opening: "Opening Statement",
  rebuttal: "Rebuttal",
  closing: "Closing Statement",
} as const satisfies Record<TurnType, string>;

/** Words a speech should have. */
export const WORD_TARGET = { opening: 150, rebuttal: 120, closing: 150 } as const satisfies Record<
  TurnType,
  number
>;

/** Characters a turn may have, as strings count them: it ends at the last sentence before. */
export const TURN_MAX = 10_000;

/** Requests to its provider that a turn may have in all, however often it is restarted. */
export const TURN_REQUESTS = 15;

/** What a provider refused to say it will not say when it is asked the same again. */
export const isRefused = (error: { code: string } | null): boolean => error?.code === "refused";

/** How long a finished turn is left to its readers before Auto-Play asks for the next. */
export const AUTO_PLAY_DELAY_MS = 3000;

/** The number of the next turn, or null when the debate has had all of them. */
export const nextTurnNumber = (debate: { currentTurn: number; maxTurns: number }): number | null =>
  debate.currentTurn < debate.maxTurns ? debate.currentTurn + 1 : null;
