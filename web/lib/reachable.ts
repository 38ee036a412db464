import { create } from "zustand";

interface Reachable {
  /** `offline` without a network, `down` if the server does not respond. */
  outage: "offline" | "down" | null;
}

/** The server's availability as noticed by the page. */
export const useReachable = create<Reachable>(() => ({ outage: null }));

/** Whether links may load another document. During an outage they would lose the page. */
export const useMayLeave = (): boolean => useReachable(({ outage }) => outage === null);

const PATIENCE_MS = 4000;

export const isReady = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch("/readyz", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
};

export const noteOutage = (): void =>
  useReachable.setState({ outage: navigator.onLine ? "down" : "offline" });

export const noteAnswer = (): void => useReachable.setState({ outage: null });
