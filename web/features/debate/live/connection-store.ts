import { create } from "zustand";

interface ConnectionState {
  /** `lost` while reconnecting. */
  connection: "connecting" | "live" | "lost";
  /** Number of viewers; null until known. */
  watchers: number | null;
}

const INITIAL_STATE: ConnectionState = { connection: "connecting", watchers: null };

export const useConnectionState = create<ConnectionState>(() => INITIAL_STATE);

export const resetConnectionState = (): void => useConnectionState.setState(INITIAL_STATE);
