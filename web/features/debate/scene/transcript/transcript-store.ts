import { create } from "zustand";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";

/** The entry in the browser's storage, and the attribute of the root element that styles read. */
const NAME = "transcript";
const entry = createStorageEntry("localStorage", NAME);

const useTranscript = create<{ isOpen: boolean }>(() => ({
  isOpen: typeof window !== "undefined" && entry.read() === "open",
}));

const setOpen = (isOpen: boolean): void => {
  document.documentElement.dataset[NAME] = isOpen ? "open" : "closed";
  useTranscript.setState({ isOpen });
};

/** Opens or closes the transcript and remembers the choice. */
export const setTranscriptOpen = (isOpen: boolean): void => {
  entry.keep(isOpen ? "open" : "closed");
  setOpen(isOpen);
};

/** Opens the transcript, for example for a link to a turn, and does not remember this. */
export const showTranscript = (): void => setOpen(true);

/**
 * Called when the page of a debate mounts. Opens or closes the transcript as the viewer last chose.
 * A link to a turn always opens it.
 */
export const resetTranscript = (): void =>
  setOpen(window.location.hash.startsWith("#turn-") || entry.read() === "open");

export const useIsTranscriptOpen = (): boolean => {
  const isOpen = useTranscript((state) => state.isOpen);
  return useIsHydrated() && isOpen;
};

/**
 * Script that sets the attribute before the first paint, so that the page does not change when it
 * hydrates. Browsers that block storage throw; the transcript then stays open.
 */
export const TRANSCRIPT_SCRIPT = `try{document.documentElement.dataset.${NAME}=/^#turn-/.test(location.hash)?"open":localStorage.getItem("${NAME}")||"closed"}catch{}`;

/** Selector for styles. Without scripts the transcript is open, because no button could open it. */
export const WHEN_CLOSED = `[data-${NAME}=closed] &`;
