import { create } from "zustand";
import { showToast } from "#web/lib/toast.ts";

/** URL of the playing recording; only one plays at a time. */
export const usePlayingRecording = create<{ path: string | null }>(() => ({ path: null }));

let element: HTMLAudioElement | undefined;

/** Creates the page's only audio element for recordings, which keeps the store current. */
const createAudioElement = (): HTMLAudioElement => {
  const audio = new Audio();
  const notify = () =>
    usePlayingRecording.setState({
      path: audio.paused || audio.error ? null : audio.getAttribute("src"),
    });
  for (const event of ["play", "pause", "error"]) audio.addEventListener(event, notify);
  audio.addEventListener("error", () =>
    showToast({
      title: "Audio Error",
      description: "The recording could not be played.",
      tone: "danger",
    }),
  );
  return audio;
};

export const pauseRecording = (path: string): void => {
  if (element?.getAttribute("src") === path) element.pause();
};

/** Plays this recording in place of any other. A paused recording continues where it was. */
export const playRecording = async (path: string): Promise<void> => {
  element ??= createAudioElement();
  if (element.getAttribute("src") !== path || element.error) element.src = path;
  // The `error` event reports failures. A pause also rejects this promise, but is not a failure.
  await element.play().catch(() => undefined);
};
