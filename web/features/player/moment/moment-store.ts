import { create } from "zustand";

/** The clip to share: sentence numbers counted from 1, or a playback position. */
export interface WantedPassage {
  turnNumber: number;
  first?: number;
  last?: number;
  /** The turn that contains `last`, if it is the next one. */
  lastTurn?: number;
  at?: number;
}

interface MomentState {
  /** The clip in the open dialog; null while it is closed. */
  sharing: WantedPassage | null;
}

export const useMoments = create<MomentState>(() => ({ sharing: null }));

export const shareMoment = (sharing: WantedPassage): void => useMoments.setState({ sharing });

export const endSharing = (): void => useMoments.setState({ sharing: null });
