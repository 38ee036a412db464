import { create } from "zustand";
import { toast } from "#web/lib/toast.ts";

/** URL of the playing recording; only one plays at a time. */
export const usePlaying = create<{ path: string | null }>(() => ({ path: null }));

let element: HTMLAudioElement | undefined;

/** The single audio element, which updates the store. */
const createElement = (): HTMLAudioElement => {
  const audio = new Audio();
  const tell = () =>
    usePlaying.setState({ path: audio.paused || audio.error ? null : audio.getAttribute("src") });
  for (const event of ["play", "pause", "error"]) audio.addEventListener(event, tell);
  audio.addEventListener("error", () =>
    toast({
      title: "Audio Error",
      description: "The recording could not be played.",
      tone: "danger",
    }),
  );
  return audio;
};

export const pause = (path: string): void => {
  if (element?.getAttribute("src") === path) element.pause();
};

/** Plays this recording in place of any other. Continues a paused one. */
export const play = async (path: string): Promise<void> => {
  element ??= createElement();
  if (element.getAttribute("src") !== path || element.error) element.src = path;
  // Failures are reported by the error event; an abort by `pause` is no failure.
  await element.play().catch(() => undefined);
};
