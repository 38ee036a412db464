import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";
import { useLiveAudio } from "../live-audio-store.ts";

const fullTextEntry = createStorageEntry("localStorage", "full-text");

/** Whether the viewer chose to read text as it is written, on this device. */
export const readFullTextChoice = (): boolean => fullTextEntry.read() === "on";

export const chooseFullText = (wantsFullText: boolean): void => {
  if (wantsFullText) fullTextEntry.keep("on");
  else fullTextEntry.drop();
  useLiveAudio.setState({ wantsFullText });
};
