import { create } from "zustand";

interface Live {
  /** `lost` while the connection is gone and being sought. */
  connection: "connecting" | "live" | "lost";
  /** People looking at this debate now; null until that is known. */
  watchers: number | null;
}

const UNKNOWN: Live = { connection: "connecting", watchers: null };

/** How the page is connected to the debate it shows. */
export const useLive = create<Live>(() => UNKNOWN);

export const resetLive = (): void => useLive.setState(UNKNOWN);
