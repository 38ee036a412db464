import { ApiError } from "#web/lib/api/api-error.ts";
import { requestRaw } from "#web/lib/api/request.ts";
import type { AudioEvent } from "../player-state.ts";
import { createSilence } from "./silence.ts";
import { getMediaErrorText, MEDIA_ERR_SRC_NOT_SUPPORTED } from "./player-toasts.ts";

type AudioEventListener = (event: AudioEvent) => void;

/** MediaError code of a failed download. */
const MEDIA_ERR_NETWORK = 2;
const HTTP_NOT_ACCEPTABLE = 406;

const toFailureReason = (err: unknown): string => {
  if (!(err instanceof ApiError) || err.status === 0) return getMediaErrorText(MEDIA_ERR_NETWORK);
  return err.status === HTTP_NOT_ACCEPTABLE
    ? getMediaErrorText(MEDIA_ERR_SRC_NOT_SUPPORTED)
    : err.message;
};

/**
 * The player's audio element and the requests that load its files. A file is downloaded completely
 * before it plays. So seeking works at once, and a server error is not mistaken for a broken file.
 */
export const createAudioSource = (element: HTMLAudioElement, emit: AudioEventListener) => {
  /** Plays the silence between two turns. */
  const silentElement = new Audio();
  let silenceLoadId = 0;
  let loadId = 0;
  let request = new AbortController();
  let objectUrl: string | undefined;
  let preloaded: { url: string; blob: Promise<Blob>; download: AbortController } | undefined;

  const fetchFile = async (url: string, { signal }: AbortController): Promise<Blob> =>
    (await requestRaw("GET", url, { signal })).blob();

  const setSource = (player: HTMLAudioElement, blob: Blob) => {
    if (objectUrl) URL.revokeObjectURL(objectUrl);
    objectUrl = URL.createObjectURL(blob);
    player.src = objectUrl;
  };

  const removeSource = (player: HTMLAudioElement) => {
    player.pause();
    player.removeAttribute("src");
    player.load();
  };

  const empty = () => {
    request.abort();
    removeSource(element);
    if (objectUrl) URL.revokeObjectURL(objectUrl);
    objectUrl = undefined;
  };

  /** Empties both audio elements. Within a user's gesture, this also permits them to play later. */
  const unload = () => {
    preloaded?.download.abort();
    preloaded = undefined;
    removeSource(silentElement);
    empty();
  };

  const preload = (url: string) => {
    if (preloaded?.url === url) return;
    preloaded?.download.abort();
    const download = new AbortController();
    preloaded = { url, blob: fetchFile(url, download), download };
    preloaded.blob.catch(() => undefined); // the later load tries again
  };

  const load = async (newLoadId: number, url: string) => {
    removeSource(silentElement);
    const known = preloaded?.url === url ? preloaded : undefined;
    if (known) preloaded = undefined;
    else unload();
    request = known?.download ?? new AbortController();
    const current = request;
    const { signal } = current;
    try {
      const blob = (await known?.blob.catch(() => undefined)) ?? (await fetchFile(url, current));
      if (signal.aborted) return;
      loadId = newLoadId;
      setSource(element, blob);
      emit({ type: "loaded", loadId });
    } catch (err) {
      if (!signal.aborted)
        emit({ type: "refused", loadId: newLoadId, message: toFailureReason(err) });
    }
  };

  const play = async () => {
    const startedLoadId = loadId;
    try {
      await element.play();
    } catch (err) {
      // Other errors also arrive as an `error` event, or are caused by the player's own aborts.
      if (err instanceof Error && err.name === "NotAllowedError")
        emit({ type: "blocked", loadId: startedLoadId });
    }
  };

  const playSilence = (newLoadId: number, ms: number) => {
    loadId = newLoadId;
    if (document.hidden) {
      // While the page is hidden, iOS lets only the audio element continue that played last. So
      // this element also plays the silence.
      setSource(element, createSilence(ms * element.defaultPlaybackRate));
      void play();
    } else {
      empty();
      silenceLoadId = newLoadId;
      setSource(silentElement, createSilence(ms));
      silentElement.play().catch(() => undefined); // the `gap` timer ends the pause as well
    }
  };

  element.addEventListener("playing", () => emit({ type: "started", loadId }));
  element.addEventListener("waiting", () => emit({ type: "buffering", loadId }));
  element.addEventListener("ended", () => emit({ type: "ended", loadId }));
  silentElement.addEventListener("ended", () => emit({ type: "ended", loadId: silenceLoadId }));
  element.addEventListener("pause", () => {
    if (!element.ended) emit({ type: "interrupted", loadId });
  });
  element.addEventListener("error", () => {
    if (element.error) emit({ type: "broken", loadId, code: element.error.code });
  });

  return {
    load: (newLoadId: number, url: string) => void load(newLoadId, url),
    preload,
    playSilence,
    unload,
    play: () => void play(),
    pause: () => {
      element.pause();
      silentElement.pause();
    },
    seek: (to: number) => {
      element.currentTime = to;
    },
    /**
     * Sets the playback rate and the volume. The rate is compared each time, because the audio
     * element resets it for a new source.
     */
    tune: (rate: number, volume: number) => {
      if (element.defaultPlaybackRate !== rate) element.defaultPlaybackRate = rate;
      if (element.playbackRate !== rate) element.playbackRate = rate;
      if (element.volume !== volume) element.volume = volume;
    },
    report: () => {
      const { currentTime, duration } = element;
      const knownDuration = Number.isFinite(duration) ? duration : null;
      emit({ type: "progress", loadId, position: currentTime, duration: knownDuration });
    },
  };
};
