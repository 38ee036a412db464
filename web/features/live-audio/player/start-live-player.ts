import type { StoreApi } from "zustand";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { SpeechPart } from "#shared/contract/events.ts";
import { JOIN_OFFSET_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { request } from "#web/lib/api/request.ts";
import { addJitter } from "#web/lib/time/delays.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { isPlayerActive } from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { rulingVoice } from "#web/lib/player/ruling-voice.ts";
import { startRulingVoice } from "#web/lib/player/start-ruling-voice.ts";
import { connectLiveMediaSession } from "./live-media-session.ts";
import { isStillInBuffer, clearLivePosition, saveLivePosition } from "./saved-live-position.ts";
import { hasStreamEnded } from "./live-status.ts";
import { findLiveSentenceAt, getLastWordEnd } from "../live-sentence.ts";
import { probeLiveStream, buildLiveStreamUrl } from "./live-stream-url.ts";
import { appendSentence } from "./append-sentence.ts";
import { createServerClock } from "./server-clock.ts";
import { createLiveRulingSound } from "./live-ruling-sound.ts";
import {
  isLiveAudioOn,
  type ListenOptions,
  LIVE_AUDIO_OFF,
  type LiveAudioState,
  startConnecting,
} from "../live-audio-store.ts";

/** Interval of position updates, so that a sentence is highlighted within 300 ms. */
const PROGRESS_INTERVAL_MS = 200;
/** Interval of schedule requests while no event triggers one. */
const SCHEDULE_POLL_MS = 5000;
/** Interval of schedule requests without sound, in case an event was lost. */
const SILENT_POLL_MS = 15_000;
/**
 * All pages of a debate show the same stream time. If the sound differs from it by at least this
 * much, the sound plays faster or slower until both match.
 */
const SYNC_TOLERANCE_MS = 100;
/**
 * Share by which the playback speed changes until the sound is in sync again. `FAST_SYNC_SPEED` is
 * for large differences.
 */
const SYNC_SPEED = 0.05;
const FAST_SYNC_SPEED = 0.15;
const LARGE_DIFFERENCE_MS = 500;
/**
 * Events within this time cause one schedule request. A sentence is played 2 s after its audio
 * exists, so the request is not too late.
 */
const REFRESH_COALESCE_MS = 800;
const STALL_TIMEOUT_MS = 4000;
const RETRY_BASE_MS = 700;
/** Maximum retry delay. The delay doubles with each failure and is reset when audio arrives. */
const RETRY_MAX_MS = 20_000;
/** Other 4xx statuses are permanent errors; this one is retried. */
const HTTP_TOO_MANY_REQUESTS = 429;
/**
 * After an interruption, a listener who is at most this far behind live continues at the same
 * position. Other listeners continue live.
 */
const MAX_RESUME_LAG_MS = 30_000;

/**
 * Creates the live player. One audio element plays all turns, because after a user's gesture,
 * browsers let this element continue without another gesture, even while the page is hidden.
 */
export const startLivePlayer = (store: StoreApi<LiveAudioState>, element = new Audio()) => {
  const clock = createServerClock();
  const judge = startRulingVoice(createLiveRulingSound(store));
  rulingVoice.current = judge;
  /** The debate whose words the page shows as they are spoken, with or without sound. */
  let followedId: number | null = null;
  /** Stream time at which `element.currentTime` is 0. */
  let streamStartMs = 0;
  let hasSource = false;
  let progress = { time: 0, at: 0 };
  /** Number of failed attempts since audio was last received. */
  let failures = 0;
  let progressTimer: ReturnType<typeof setInterval> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let scheduleLoadedAt = 0;
  /** Increased by each start and stop. Responses to requests of an earlier run are ignored. */
  let run = 0;

  const getServerTime = clock.now;
  const isFollowed = () => followedId !== null && followedId === store.getState().debateId;
  /**
   * The stream time that all pages of a debate show. It is `JOIN_OFFSET_MS` behind the server's
   * clock.
   */
  const getSharedStreamTime = () => getServerTime() - JOIN_OFFSET_MS;
  const hasSound = () => hasSource && element.currentTime > 0;
  const getStreamTime = () =>
    isFollowed() && !hasSound()
      ? getSharedStreamTime()
      : streamStartMs + element.currentTime * 1000;
  const updateMediaSession = connectLiveMediaSession({
    isOn: () => isLiveAudioOn(store.getState()),
    resume: () => resume(),
    stop: () => stop(),
  });
  const set = (state: Partial<LiveAudioState>) => {
    store.setState(state);
    updateMediaSession(store.getState());
  };

  const startProgress = () => {
    clearInterval(progressTimer);
    progressTimer = setInterval(reportProgress, PROGRESS_INTERVAL_MS);
  };
  const reset = () => {
    run += 1;
    clearInterval(progressTimer);
    for (const timer of [refreshTimer, retryTimer]) clearTimeout(timer);
    refreshTimer = undefined;
    failures = 0;
    hasSource = false;
    element.pause();
    element.removeAttribute("src");
    element.load();
  };
  /** Ends the sound. The page goes on following the debate without it. */
  const turnOff = () => {
    const { debateId } = store.getState();
    reset();
    if (!isFollowed()) return set({ ...LIVE_AUDIO_OFF, debateId });
    set({ phase: "silent", audibleTurnNumber: null, unavailableMessage: null });
    startProgress();
  };
  const stop = () => {
    const { debateId } = store.getState();
    if (!isLiveAudioOn(store.getState()) || debateId === null) return;
    if (hasSource) saveLivePosition(debateId, getStreamTime(), clock.getOffset());
    turnOff();
  };
  const finish = () => {
    turnOff();
    clearLivePosition();
  };
  const follow = (debateId: number | null) => {
    if (followedId === debateId) return;
    followedId = debateId;
    if (isLiveAudioOn(store.getState())) return;
    reset();
    if (debateId === null) return set({ ...LIVE_AUDIO_OFF, debateId: store.getState().debateId });
    set({ ...LIVE_AUDIO_OFF, phase: "silent", debateId });
    startProgress();
    void refreshSchedule(debateId, run);
  };
  /** Ends live listening; the recordings' player then shows the last turn as finished. */
  const continueInPlayer = ({ turns }: LiveScheduleView) => {
    const turnId = turns.at(-1)?.turnId;
    finish();
    if (turnId !== undefined) dispatchPlayerEvent({ type: "finish", turnId });
  };

  const play = async () => {
    const currentRun = run;
    try {
      await element.play();
    } catch (err) {
      if (currentRun === run && err instanceof Error && err.name === "NotAllowedError")
        set({ phase: "blocked" });
    }
  };
  const playFrom = (debateId: number, from: number) => {
    streamStartMs = Math.floor(from);
    set({ playingSince: streamStartMs, unavailableMessage: null });
    progress = { time: 0, at: Date.now() };
    hasSource = true;
    element.src = buildLiveStreamUrl(debateId, streamStartMs);
    void play();
  };

  const loadSchedule = async (debateId: number): Promise<LiveScheduleView> => {
    const sentAt = Date.now();
    scheduleLoadedAt = sentAt;
    const schedule = await request<LiveScheduleView>("GET", `/api/debates/${debateId}/live`);
    clock.add(schedule.now, sentAt);
    return schedule;
  };
  const refreshSchedule = async (debateId: number, currentRun: number) => {
    const schedule = await loadSchedule(debateId).catch(() => null);
    if (schedule === null || currentRun !== run) return;
    // Sets all fields at once. With the new schedule and an old position, the page would show a
    // long silence.
    set({ schedule, now: getServerTime(), streamTime: getStreamTime() });
  };

  /**
   * Continues at the same position after the stream ended or broke, unless nothing more will be
   * spoken.
   */
  const resumeAfterCut = async (debateId: number, currentRun: number) => {
    try {
      const schedule = await loadSchedule(debateId);
      if (currentRun !== run) return;
      set({ schedule });
      const streamTime = getStreamTime();
      if (hasStreamEnded(schedule, streamTime)) return continueInPlayer(schedule);
      const isTooFarBehind =
        element.currentTime === 0 || getServerTime() - streamTime > MAX_RESUME_LAG_MS;
      const from = Math.floor(isTooFarBehind ? getServerTime() - JOIN_OFFSET_MS : streamTime);
      const refusal =
        failures > 0 ? await probeLiveStream(buildLiveStreamUrl(debateId, from)) : null;
      if (currentRun !== run) return;
      if (!refusal) return playFrom(debateId, from);
      failures += 1;
      handleError(refusal);
    } catch (err) {
      if (currentRun === run) handleError(err);
    }
  };
  /** Ends listening after a permanent error; retries after a temporary one. */
  const handleError = (err: unknown) => {
    if (!(err instanceof ApiError)) return retryLater();
    if (err.isRefusal && err.status !== HTTP_TOO_MANY_REQUESTS) {
      showErrorToast(err);
      return finish();
    }
    // Errors without a code come from a proxy and have no message for users.
    if (err.code !== "") set({ unavailableMessage: err.message });
    retryLater(err.retryAfterMs);
  };
  const retryLater = (minMs = 0) => {
    const { debateId, phase } = store.getState();
    if (debateId === null || !hasSource || phase === "blocked") return;
    set({ phase: "buffering" });
    clearTimeout(retryTimer);
    const currentRun = run;
    const backoffMs = Math.min(RETRY_BASE_MS * 2 ** failures, RETRY_MAX_MS);
    const pauseMs = addJitter(Math.max(backoffMs, minMs));
    progress = { time: element.currentTime, at: Date.now() + pauseMs };
    retryTimer = setTimeout(() => void resumeAfterCut(debateId, currentRun), pauseMs);
  };

  /** Changes the sound's speed until it is at the position that the other pages show. */
  const keepInSync = () => {
    if (!isFollowed() || !hasSound()) return;
    const behindMs = getSharedStreamTime() - getStreamTime();
    const differenceMs = Math.abs(behindMs);
    const change = differenceMs > LARGE_DIFFERENCE_MS ? FAST_SYNC_SPEED : SYNC_SPEED;
    element.playbackRate = differenceMs < SYNC_TOLERANCE_MS ? 1 : 1 + Math.sign(behindMs) * change;
  };

  const reportProgress = () => {
    const { debateId, phase, schedule } = store.getState();
    if (debateId === null) return;
    keepInSync();
    const sentenceNow = schedule && findLiveSentenceAt(schedule, getStreamTime());
    const sentence = sentenceNow && !sentenceNow.isOver ? sentenceNow.turnNumber : null;
    const time = element.currentTime;
    if (time !== progress.time) {
      progress = { time, at: Date.now() };
      failures = 0;
    }
    set({ streamTime: getStreamTime(), now: getServerTime(), audibleTurnNumber: sentence });
    if (phase !== "blocked" && Date.now() - progress.at > STALL_TIMEOUT_MS) retryLater();
    const pollMs = phase === "silent" ? SILENT_POLL_MS : SCHEDULE_POLL_MS;
    if (Date.now() - scheduleLoadedAt > pollMs) void refreshSchedule(debateId, run);
  };

  const listen = async (debateId: number, { from }: ListenOptions) => {
    reset();
    const currentRun = run;
    dispatchPlayerEvent({ type: "close" });
    set(startConnecting(store.getState(), debateId));
    if (isFollowed()) startProgress();
    // Must run within the user's gesture, i.e. before the first request, or the browser forbids
    // playback.
    void play();
    judge.unlock();
    try {
      const schedule = await loadSchedule(debateId);
      if (currentRun !== run) return;
      const startAt =
        from !== undefined && isStillInBuffer(from, getServerTime())
          ? from
          : getServerTime() - JOIN_OFFSET_MS;
      set({ schedule, now: getServerTime(), streamTime: startAt });
      if (hasStreamEnded(schedule, startAt)) return playRecording(schedule, from);
      startProgress();
      playFrom(debateId, startAt);
    } catch (err) {
      if (currentRun !== run) return;
      showErrorToast(err instanceof Error ? err : new Error(String(err)));
      finish();
    }
  };
  /** Plays the recordings from `from` on, because the live stream is over. */
  const playRecording = (live: LiveScheduleView, from = getLastWordEnd(live)) => {
    const sentence = findLiveSentenceAt(live, from);
    finish();
    if (sentence && !sentence.isOver)
      dispatchPlayerEvent({ type: "play", turnId: sentence.turnId, from: sentence.second });
    else dispatchPlayerEvent({ type: "play-all" });
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
  element.addEventListener("ended", () => retryLater());
  element.addEventListener("error", () => {
    if (!hasSource) return;
    if (element.currentTime === 0) failures += 1;
    retryLater();
  });
  element.addEventListener("pause", () => {
    // The pause comes from outside, e.g. another program or a removed headset.
    if (hasSource && !element.ended && !element.error) stop();
  });
  // Stops when the user leaves the page, even if the browser keeps it in the back-forward cache.
  addEventListener("pagehide", stop);
  // The recordings' player and the live player never play at the same time.
  usePlayer.subscribe((state) => {
    if (isPlayerActive(state)) stop();
  });

  return {
    listen: (debateId: number, options: ListenOptions = {}) => void listen(debateId, options),
    follow,
    addSentence(part: SpeechPart) {
      const { phase, debateId, schedule } = store.getState();
      if (phase === "off" || debateId !== part.debateId) return;
      const longer = schedule && appendSentence(schedule, part, getServerTime());
      if (longer) set({ schedule: longer });
      // The first sentence of a turn may play soon, so the schedule is requested at once.
      else if (part.index === 0) void refreshSchedule(debateId, run);
      else this.refreshSchedule(debateId);
    },
    refreshSchedule(debateId: number) {
      if (store.getState().phase === "off" || store.getState().debateId !== debateId) return;
      refreshTimer ??= setTimeout(() => {
        refreshTimer = undefined;
        void refreshSchedule(debateId, run);
      }, addJitter(REFRESH_COALESCE_MS));
    },
    stop,
  };
};
