import { ApiError } from "#web/lib/api/api-error.ts";
import { requestRaw } from "#web/lib/api/request.ts";
import type { AudioEvent } from "../player-state.ts";
import { getMediaErrorText, MEDIA_ERR_SRC_NOT_SUPPORTED } from "./player-toasts.ts";

type AudioEventListener = (event: AudioEvent) => void;

/** MediaError codes for failed downloads. */
const MEDIA_ERR_NETWORK = 2;
const HTTP_NOT_ACCEPTABLE = 406;

const toFailureReason = (err: unknown): string => {
  if (!(err instanceof ApiError) || err.status === 0) return getMediaErrorText(MEDIA_ERR_NETWORK);
  return err.status === HTTP_NOT_ACCEPTABLE
    ? getMediaErrorText(MEDIA_ERR_SRC_NOT_SUPPORTED)
    : err.message;
};

/**
 * The single audio element and the requests that fill it. A file is downloaded completely before
 * it plays: this separates server errors from broken files and allows seeking at once.
 */
export const createAudioSource = (element: HTMLAudioElement, emit: AudioEventListener) => {
  let run = 0;
  let request = new AbortController();
  let objectUrl: string | undefined;

  /** Called within a user gesture, this also unlocks the element for later playback. */
  const unload = () => {
    request.abort();
    element.pause();
    element.removeAttribute("src");
    element.load();
    if (objectUrl) URL.revokeObjectURL(objectUrl);
    objectUrl = undefined;
  };

  const load = async (loadRun: number, url: string) => {
    unload();
    request = new AbortController();
    const { signal } = request;
    try {
      const blob = await (await requestRaw("GET", url, { signal })).blob();
      if (signal.aborted) return;
      run = loadRun;
      objectUrl = URL.createObjectURL(blob);
      element.src = objectUrl;
      emit({ type: "loaded", run });
    } catch (err) {
      if (!signal.aborted) emit({ type: "refused", run: loadRun, message: toFailureReason(err) });
    }
  };

  const play = async () => {
    const loadRun = run;
    try {
      await element.play();
    } catch (err) {
      // Other errors arrive as the element's error event or are aborts by the player.
      if (err instanceof Error && err.name === "NotAllowedError")
        emit({ type: "blocked", run: loadRun });
    }
  };

  element.addEventListener("playing", () => emit({ type: "started", run }));
  element.addEventListener("waiting", () => emit({ type: "buffering", run }));
  element.addEventListener("ended", () => emit({ type: "ended", run }));
  element.addEventListener("pause", () => {
    if (!element.ended) emit({ type: "interrupted", run });
  });
  element.addEventListener("error", () => {
    if (element.error) emit({ type: "broken", run, code: element.error.code });
  });

  return {
    load: (loadRun: number, url: string) => void load(loadRun, url),
    unload,
    play: () => void play(),
    pause: () => element.pause(),
    seek: (to: number) => {
      element.currentTime = to;
    },
    /** A new source resets the playback rate, so it is set whenever it differs. */
    tune: (rate: number, volume: number) => {
      if (element.defaultPlaybackRate !== rate) element.defaultPlaybackRate = rate;
      if (element.playbackRate !== rate) element.playbackRate = rate;
      if (element.volume !== volume) element.volume = volume;
    },
    report: () => {
      const { currentTime, duration } = element;
      const knownDuration = Number.isFinite(duration) ? duration : null;
      emit({ type: "progress", run, position: currentTime, duration: knownDuration });
    },
  };
};
