import { create } from "zustand";

/** A passage, by its sentences from 1; by time, where the recording has to say which. */
export interface WantedPassage {
  turnNumber: number;
  first?: number;
  last?: number;
  /** The turn that its last sentence is in, where that is the one after. */
  lastTurn?: number;
  /** Seconds. */
  at?: number;
}

interface MomentState {
  /** What is being shared; null while nothing is. */
  sharing: WantedPassage | null;
}

/** What a moment is made of just now. */
export const useMoments = create<MomentState>(() => ({ sharing: null }));

/** Opens the dialog that shares a passage. */
export const shareMoment = (sharing: WantedPassage): void => useMoments.setState({ sharing });

export const endSharing = (): void => useMoments.setState({ sharing: null });
