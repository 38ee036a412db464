import { removeInvisibleCharacters } from "../text/invisible-characters.ts";

export const DEBATE_STATUSES = ["pending", "active", "completed"] as const;
export type DebateStatus = (typeof DEBATE_STATUSES)[number];

/**
 * With `voice`, Auto-Play waits before the next turn until the last one has been spoken, as long as
 * someone watches or listens. With `text`, it does not wait for the speech.
 */
export const PACES = ["voice", "text"] as const;
export type Pace = (typeof PACES)[number];

export const FORMATS = ["standard", "oxford", "lincoln_douglas", "roast"] as const;
export type Format = (typeof FORMATS)[number];

export const FORMAT_LABEL = {
  standard: "Standard",
  oxford: "Oxford Style",
  lincoln_douglas: "Lincoln-Douglas",
  roast: "Roast",
} as const satisfies Record<Format, string>;

export const FORMAT_DESCRIPTION = {
  standard: "Opening statements, back-and-forth exchanges and closing arguments.",
  oxford: "Formal and structured. Evidence-based, with points addressed systematically.",
  lincoln_douglas: "Value-based. Ethical and philosophical.",
  roast:
    "Harsh, offensive personal attacks mixed with factual arguments. Not for the easily offended.",
} as const satisfies Record<Format, string>;

export const TOPIC_MIN = 5;
export const TOPIC_MAX = 300;

/** Normalizes a topic: removes control and invisible characters, and trims it. */
export const cleanTopic = (topic: string): string =>
  removeInvisibleCharacters(topic.replace(/\p{Cc}+/gu, " ")).trim();

export const getDebateStatus = (finishedTurns: number, maxTurns: number): DebateStatus => {
  if (finishedTurns >= maxTurns) return "completed";
  return finishedTurns > 0 ? "active" : "pending";
};
