import { create } from "zustand";

interface Reachable {
  /** Why nothing can be fetched: the device has no network, or the server gives no answer. */
  outage: "offline" | "down" | null;
}

/** Whether the server can be reached, as far as the page has noticed. */
export const useReachable = create<Reachable>(() => ({ outage: null }));

/** Whether another document can be had: where it cannot, a link must not leave this one. */
export const useMayLeave = (): boolean => useReachable(({ outage }) => outage === null);

/** A server that takes longer to say whether it can do its work cannot. */
const PATIENCE_MS = 4000;

/** Whether the server can do its work. */
export const isReady = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch("/readyz", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
};

/** An answer did not come, or came from a server that cannot work. */
export const noteOutage = (): void =>
  useReachable.setState({ outage: navigator.onLine ? "down" : "offline" });

export const noteAnswer = (): void => useReachable.setState({ outage: null });
