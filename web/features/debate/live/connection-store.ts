import { create } from "zustand";
import type { TurnWaiting } from "#shared/contract/events.ts";

interface ConnectionState {
  /** `lost` while reconnecting. */
  connection: "connecting" | "live" | "lost";
  /** Number of viewers; null until known. */
  watchers: number | null;
  /** The latest failed attempt to write a turn, if it will be repeated; null if there was none. */
  waiting: TurnWaiting | null;
}

const INITIAL_STATE: ConnectionState = { connection: "connecting", watchers: null, waiting: null };

export const useConnectionState = create<ConnectionState>(() => INITIAL_STATE);

export const resetConnectionState = (): void => useConnectionState.setState(INITIAL_STATE);
