import { PROVIDERS, selectJudge, type HeadShape, PROVIDER_DEFINITIONS } from "./provider.ts";
import type { Provider } from "./provider.ts";

/**
 * What a blind debate shows in place of its providers: names for the two sides and for the judge.
 * `bot_a` is always Blue and `bot_b` is always Red.
 */
export const BLIND_LABELS = { blue: "Blue", red: "Red", judge: "Hidden judge" } as const;
export const BLIND_SPEAKERS = ["blue", "red", "judge"] as const;

/** A provider that speaks or judges, or the name that a blind debate shows in its place. */
export const SPEAKERS = [...PROVIDERS, ...BLIND_SPEAKERS] as const;
export type Speaker = (typeof SPEAKERS)[number];

export const isProvider = (speaker: Speaker): speaker is Provider =>
  (PROVIDERS as readonly Speaker[]).includes(speaker);

/**
 * Returns the judge of a debate as its viewers see it: `judge` as long as the sides are hidden. Null
 * if no model can judge.
 */
export const getShownJudge = (
  botA: Speaker,
  botB: Speaker,
  available: readonly Provider[],
): Speaker | null =>
  isProvider(botA) && isProvider(botB) ? selectJudge(botA, botB, available) : "judge";

/** The shape of a speaker's head. All speakers of blind debates have the same one. */
export const getHeadShape = (speaker: Speaker): HeadShape =>
  isProvider(speaker) ? PROVIDER_DEFINITIONS[speaker].head : "plain";
