import { create } from "zustand";

/** The clip to share: a range of sentences, counted from 1, or a playback position. */
export interface ClipShareRequest {
  turnNumber: number;
  first?: number;
  last?: number;
  /** The turn that contains sentence `last`, if it is not the turn of `first`. */
  lastTurn?: number;
  positionS?: number;
}

interface ClipDialogState {
  /** The clip in the open dialog; null while it is closed. */
  sharing: ClipShareRequest | null;
}

export const useClipDialog = create<ClipDialogState>(() => ({ sharing: null }));

export const openClipDialog = (sharing: ClipShareRequest): void =>
  useClipDialog.setState({ sharing });

export const closeClipDialog = (): void => useClipDialog.setState({ sharing: null });
