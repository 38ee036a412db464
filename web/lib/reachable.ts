import { create } from "zustand";

interface Reachable {
  /** Why nothing can be fetched: the device has no network, or the server gives no answer. */
  outage: "offline" | "down" | null;
}

/** Whether the server can be reached, as far as the page has noticed. */
export const useReachable = create<Reachable>(() => ({ outage: null }));

/** An answer did not come, or came from a server that cannot work. */
export const noteOutage = (): void =>
  useReachable.setState({ outage: navigator.onLine ? "down" : "offline" });

export const noteAnswer = (): void => {
  if (useReachable.getState().outage !== null) useReachable.setState({ outage: null });
};
