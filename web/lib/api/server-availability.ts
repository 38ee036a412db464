import { create } from "zustand";

interface ServerAvailability {
  /** `offline` without a network, `down` if the server does not respond. */
  outage: "offline" | "down" | null;
}

/** Whether the page currently reaches the server. */
export const useServerAvailability = create<ServerAvailability>(() => ({ outage: null }));

/** Whether links may load a new document, which would be an error page during an outage. */
export const useCanLoadDocument = (): boolean =>
  useServerAvailability(({ outage }) => outage === null);

const READINESS_TIMEOUT_MS = 4000;

export const isServerReady = async (): Promise<boolean> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), READINESS_TIMEOUT_MS);
  try {
    return (await fetch("/readyz", { cache: "no-store", signal: timeout.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

export const recordOutage = (): void =>
  useServerAvailability.setState({ outage: navigator.onLine ? "down" : "offline" });

export const recordRecovery = (): void => useServerAvailability.setState({ outage: null });
