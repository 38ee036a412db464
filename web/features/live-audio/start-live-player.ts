import type { StoreApi } from "zustand";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { JOIN_OFFSET_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { request } from "#web/lib/api/request.ts";
import { addJitter } from "#web/lib/time/delays.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { connectLiveMediaSession } from "./live-media-session.ts";
import { isStillInBuffer, clearLivePosition, saveLivePosition } from "./saved-live-position.ts";
import { hasStreamEnded } from "./live-status.ts";
import { findLiveSentenceAt, getLastWordEnd } from "./live-sentence.ts";
import { probeLiveStream, buildLiveStreamUrl } from "./live-stream-url.ts";
import {
  isLiveAudioOn,
  type ListenOptions,
  LIVE_AUDIO_OFF,
  type LiveAudioState,
} from "./live-audio-store.ts";

/** Interval of position updates, so that a sentence is highlighted within 300 ms. */
const PROGRESS_INTERVAL_MS = 200;
/** Interval of schedule requests without events. */
const SCHEDULE_POLL_MS = 5000;
/**
 * Events within this time cause one request. A sentence is played 2 s after its audio is there, so
 * this is early enough.
 */
const REFRESH_COALESCE_MS = 800;
const STALL_TIMEOUT_MS = 4000;
const RETRY_BASE_MS = 700;
/** The delay doubles with each failure without audio, up to this. */
const RETRY_MAX_MS = 20_000;
/** Rejected for now, so it is retried. */
const HTTP_TOO_MANY_REQUESTS = 429;
/** Listeners further behind after an interruption continue live. */
const MAX_RESUME_LAG_MS = 30_000;

/**
 * Creates the live player. One audio element plays all turns: the user's gesture unlocks it once,
 * also for hidden pages.
 */
export const startLivePlayer = (store: StoreApi<LiveAudioState>, element = new Audio()) => {
  /** The server's clock minus this machine's, in milliseconds. */
  let offset = 0;
  /** Stream time at which the element's time is 0. */
  let base = 0;
  /** Whether the element has a source. */
  let isTuned = false;
  let progress = { time: 0, at: 0 };
  /** Failures since the last audio. */
  let failures = 0;
  let reporting: ReturnType<typeof setInterval> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = 0;
  /** Number of the current request; responses to earlier ones are ignored. */
  let run = 0;

  const now = () => Date.now() + offset;
  const moment = () => base + element.currentTime * 1000;
  const show = connectLiveMediaSession({
    isOn: () => isLiveAudioOn(store.getState()),
    resume: () => resume(),
    stop: () => stop(),
  });
  const set = (state: Partial<LiveAudioState>) => {
    store.setState(state);
    show(store.getState());
  };

  const off = () => {
    run += 1;
    for (const timer of [reporting, looking, again]) clearTimeout(timer);
    looking = undefined;
    failures = 0;
    isTuned = false;
    element.pause();
    element.removeAttribute("src");
    element.load();
  };
  const stop = () => {
    const { debateId } = store.getState();
    if (!isLiveAudioOn(store.getState()) || debateId === null) return;
    if (isTuned) saveLivePosition(debateId, moment(), offset);
    off();
    set({ ...LIVE_AUDIO_OFF, debateId });
  };
  const finish = () => {
    const { debateId } = store.getState();
    off();
    clearLivePosition();
    set({ ...LIVE_AUDIO_OFF, debateId });
  };
  /** After the debate's end, the player shows its last turn as finished. */
  const leaveToPlayer = ({ turns }: LiveScheduleView) => {
    const turnId = turns.at(-1)?.turnId;
    finish();
    if (turnId !== undefined) dispatchPlayerEvent({ type: "finish", turnId });
  };

  const play = async () => {
    const asRun = run;
    try {
      await element.play();
    } catch (err) {
      if (asRun === run && err instanceof Error && err.name === "NotAllowedError")
        set({ phase: "blocked" });
    }
  };
  const tune = (debateId: number, from: number) => {
    base = Math.floor(from);
    set({ since: base, refusal: null });
    progress = { time: 0, at: Date.now() };
    isTuned = true;
    element.src = buildLiveStreamUrl(debateId, base);
    void play();
  };

  const ask = async (debateId: number): Promise<LiveScheduleView> => {
    lookedAt = Date.now();
    const live = await request<LiveScheduleView>("GET", `/api/debates/${debateId}/live`);
    return live;
  };
  const look = async (debateId: number, asRun: number) => {
    const live = await ask(debateId).catch(() => null);
    if (live === null || asRun !== run) return;
    offset = live.now - Date.now();
    set({ live });
  };

  /**
   * After the stream ended or broke: continues at the same position unless nothing more will
   * follow.
   */
  const resumeAfterCut = async (debateId: number, asRun: number) => {
    try {
      const live = await ask(debateId);
      if (asRun !== run) return;
      offset = live.now - Date.now();
      set({ live });
      const heard = moment();
      if (hasStreamEnded(live, heard)) return leaveToPlayer(live);
      const isLate = element.currentTime === 0 || now() - heard > MAX_RESUME_LAG_MS;
      const from = Math.floor(isLate ? now() - JOIN_OFFSET_MS : heard);
      const refusal =
        failures > 0 ? await probeLiveStream(buildLiveStreamUrl(debateId, from)) : null;
      if (asRun !== run) return;
      if (!refusal) return tune(debateId, from);
      failures += 1;
      beRefused(refusal);
    } catch (err) {
      if (asRun === run) beRefused(err);
    }
  };
  /** Permanent errors end listening; temporary ones are retried. */
  const beRefused = (err: unknown) => {
    if (!(err instanceof ApiError)) return cut();
    if (err.isRefusal && err.status !== HTTP_TOO_MANY_REQUESTS) {
      showErrorToast(err);
      return finish();
    }
    // Errors without a code come from a proxy and have no message for users.
    if (err.code !== "") set({ refusal: err.message });
    cut(err.retryAfterMs);
  };
  const cut = (leastMs = 0) => {
    const { debateId, phase } = store.getState();
    if (debateId === null || phase === "off" || phase === "blocked") return;
    set({ phase: "buffering" });
    clearTimeout(again);
    const asRun = run;
    const growing = Math.min(RETRY_BASE_MS * 2 ** failures, RETRY_MAX_MS);
    const pauseMs = addJitter(Math.max(growing, leastMs));
    progress = { time: element.currentTime, at: Date.now() + pauseMs };
    again = setTimeout(() => void resumeAfterCut(debateId, asRun), pauseMs);
  };

  const report = () => {
    const { debateId, phase, live } = store.getState();
    if (debateId === null) return;
    const place = live && findLiveSentenceAt(live, moment());
    const heard = place && !place.isOver ? place.turnNumber : null;
    const time = element.currentTime;
    if (time !== progress.time) {
      progress = { time, at: Date.now() };
      failures = 0;
    }
    set({ moment: moment(), now: now(), heard });
    if (phase !== "blocked" && Date.now() - progress.at > STALL_TIMEOUT_MS) cut();
    if (Date.now() - lookedAt > SCHEDULE_POLL_MS) void look(debateId, run);
  };

  const listen = async (debateId: number, { from, isShow = false }: ListenOptions) => {
    off();
    const asRun = run;
    dispatchPlayerEvent({ type: "close" });
    set({ ...LIVE_AUDIO_OFF, phase: "connecting", debateId, isShow });
    // Called within the user's gesture, before the first request, so that the browser allows
    // playback.
    void play();
    try {
      const live = await ask(debateId);
      if (asRun !== run) return;
      offset = live.now - Date.now();
      const begin =
        from !== undefined && isStillInBuffer(from, now()) ? from : now() - JOIN_OFFSET_MS;
      set({ live, now: now(), moment: begin });
      if (hasStreamEnded(live, begin)) return takeOver(live, from);
      reporting = setInterval(report, PROGRESS_INTERVAL_MS);
      tune(debateId, begin);
    } catch (err) {
      if (asRun !== run) return;
      showErrorToast(err instanceof Error ? err : new Error(String(err)));
      finish();
    }
  };
  /** Continues in the player if the live stream is over. */
  const takeOver = (live: LiveScheduleView, from = getLastWordEnd(live)) => {
    const heard = findLiveSentenceAt(live, from);
    finish();
    if (heard && !heard.isOver)
      dispatchPlayerEvent({ type: "play", turnId: heard.turnId, from: heard.second });
    else dispatchPlayerEvent({ type: "play all" });
  };
  const resume = () => {
    const { debateId } = store.getState();
    if (debateId !== null) void listen(debateId, {});
  };

  element.addEventListener("playing", () => {
    if (isLiveAudioOn(store.getState())) set({ phase: "playing" });
  });
  element.addEventListener("waiting", () => {
    if (store.getState().phase === "playing") set({ phase: "buffering" });
  });
  element.addEventListener("ended", () => cut());
  element.addEventListener("error", () => {
    if (!isTuned) return;
    if (element.currentTime === 0) failures += 1;
    cut();
  });
  element.addEventListener("pause", () => {
    // Another program or a removed headset paused the element.
    if (isTuned && !element.ended && !element.error) stop();
  });
  // Stops when the page is left or enters the back-forward cache.
  addEventListener("pagehide", stop);
  // The player and the live player exclude each other.
  usePlayer.subscribe((state) => {
    if (isPlayerActive(state)) stop();
  });

  return {
    listen: (debateId: number, how: ListenOptions = {}) => void listen(debateId, how),
    show(isShow: boolean) {
      if (isLiveAudioOn(store.getState()) && isShow !== store.getState().isShow)
        set({ isShow, hold: null });
    },
    look(debateId: number) {
      if (!isLiveAudioOn(store.getState()) || store.getState().debateId !== debateId) return;
      looking ??= setTimeout(() => {
        looking = undefined;
        void look(debateId, run);
      }, addJitter(REFRESH_COALESCE_MS));
    },
    stop,
  };
};
