import { create } from "zustand";
import { showToast } from "#web/lib/toast.ts";

/** URL of the playing recording; only one plays at a time. */
export const usePlayingRecording = create<{ path: string | null }>(() => ({ path: null }));

let element: HTMLAudioElement | undefined;

/** The single audio element, which updates the store. */
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

/** Plays this recording in place of any other. Continues a paused one. */
export const playRecording = async (path: string): Promise<void> => {
  element ??= createAudioElement();
  if (element.getAttribute("src") !== path || element.error) element.src = path;
  // Failures are reported by the error event; an abort by `pause` is no failure.
  await element.play().catch(() => undefined);
};
