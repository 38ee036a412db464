import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";

export interface Reaction {
  viewer: SignedInViewer;
  turnId: number;
  /** Index of the sentence in the turn's text. */
  sentence: number;
}

export type AddReaction = (reaction: Reaction) => Promise<void>;
