import { create } from "zustand";

interface Live {
  /** `lost` while reconnecting. */
  connection: "connecting" | "live" | "lost";
  /** Number of viewers; null until known. */
  watchers: number | null;
}

const UNKNOWN: Live = { connection: "connecting", watchers: null };

export const useLive = create<Live>(() => UNKNOWN);

export const resetLive = (): void => useLive.setState(UNKNOWN);
