import { create } from "zustand";
import { toast } from "#web/lib/toast.ts";

/** The address of the recording that sounds now: one at a time. */
export const usePlaying = create<{ path: string | null }>(() => ({ path: null }));

let element: HTMLAudioElement | undefined;

/** The one element, which tells what has become of it. */
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

/** Pauses a recording, if it is the one that sounds. */
export const pause = (path: string): void => {
  if (element?.getAttribute("src") === path) element.pause();
};

/** Plays a recording, from where it was paused, instead of any other. */
export const play = async (path: string): Promise<void> => {
  element ??= createElement();
  if (element.getAttribute("src") !== path || element.error) element.src = path;
  // A refusal is an event, too; a pause that comes first is none.
  await element.play().catch(() => undefined);
};
