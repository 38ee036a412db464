import type { StoreApi } from "zustand";
import type { LiveSpeech } from "#shared/contract/live.ts";
import { BEHIND_MS } from "#shared/domain/air-times.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";
import { spread } from "#web/lib/spread.ts";
import { toastError } from "#web/lib/toast.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";
import { airSession } from "./air-session.ts";
import { canGoOn, forgetLeft, noteLeft } from "./left-off.ts";
import { isOverAt } from "./air-word.ts";
import { heardAt, lastWordAt } from "./on-air.ts";
import { refusalOf, streamUrl } from "./stream.ts";
import { isOn, type Listening, OFF, type RadioState } from "./radio-state.ts";

/** Interval of position updates, so that a sentence is highlighted within 300 ms. */
const REPORT_MS = 200;
/** Interval of schedule requests without events. */
const LOOK_MS = 5000;
/**
 * Events within this time cause one request. A sentence is played 2 s after its audio is there, so
 * this is early enough.
 */
const TOGETHER_MS = 800;
const STUCK_MS = 4000;
const AGAIN_MS = 700;
/** The delay doubles with each failure without audio, up to this. */
const LONGEST_AGAIN_MS = 20_000;
/** Rejected for now, so it is retried. */
const TOO_MANY_REQUESTS = 429;
/** Listeners further behind after an interruption continue live. */
const FAR_BEHIND_MS = 30_000;

/**
 * Creates the live player. One audio element plays all turns: the user's gesture unlocks it once,
 * also for hidden pages.
 */
export const startRadio = (store: StoreApi<RadioState>, element = new Audio()) => {
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
  const show = airSession({
    isOn: () => isOn(store.getState()),
    resume: () => resume(),
    stop: () => stop(),
  });
  const set = (state: Partial<RadioState>) => {
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
    if (!isOn(store.getState()) || debateId === null) return;
    if (isTuned) noteLeft(debateId, moment(), offset);
    off();
    set({ ...OFF, debateId });
  };
  const finish = () => {
    const { debateId } = store.getState();
    off();
    forgetLeft();
    set({ ...OFF, debateId });
  };
  /** After the debate's end, the player shows its last turn as finished. */
  const leaveToPlayer = ({ turns }: LiveSpeech) => {
    const turnId = turns.at(-1)?.turnId;
    finish();
    if (turnId !== undefined) tell({ type: "finish", turnId });
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
    element.src = streamUrl(debateId, base) + (store.getState().isShow ? "&show=on" : "");
    void play();
  };

  const ask = async (debateId: number): Promise<LiveSpeech> => {
    lookedAt = Date.now();
    const live = await request<LiveSpeech>("GET", `/api/debates/${debateId}/live`);
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
      if (isOverAt(live, heard)) return leaveToPlayer(live);
      const isLate = element.currentTime === 0 || now() - heard > FAR_BEHIND_MS;
      const from = Math.floor(isLate ? now() - BEHIND_MS : heard);
      const refusal = failures > 0 ? await refusalOf(streamUrl(debateId, from)) : null;
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
    if (err.isRefusal && err.status !== TOO_MANY_REQUESTS) {
      toastError(err);
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
    const growing = Math.min(AGAIN_MS * 2 ** failures, LONGEST_AGAIN_MS);
    const pauseMs = spread(Math.max(growing, leastMs));
    progress = { time: element.currentTime, at: Date.now() + pauseMs };
    again = setTimeout(() => void resumeAfterCut(debateId, asRun), pauseMs);
  };

  const report = () => {
    const { debateId, phase, live } = store.getState();
    if (debateId === null) return;
    const place = live && heardAt(live, moment());
    const heard = place && !place.isOver ? place.turnNumber : null;
    const time = element.currentTime;
    if (time !== progress.time) {
      progress = { time, at: Date.now() };
      failures = 0;
    }
    set({ moment: moment(), now: now(), heard });
    if (phase !== "blocked" && Date.now() - progress.at > STUCK_MS) cut();
    if (Date.now() - lookedAt > LOOK_MS) void look(debateId, run);
  };

  const listen = async (debateId: number, { from, isShow = false }: Listening) => {
    off();
    const asRun = run;
    tell({ type: "close" });
    set({ ...OFF, phase: "connecting", debateId, isShow });
    // Called within the user's gesture, before the first request, so that the browser allows
    // playback.
    void play();
    try {
      const live = await ask(debateId);
      if (asRun !== run) return;
      offset = live.now - Date.now();
      const begin = from !== undefined && canGoOn(from, now()) ? from : now() - BEHIND_MS;
      set({ live, now: now(), moment: begin });
      if (isOverAt(live, begin)) return takeOver(live, from);
      reporting = setInterval(report, REPORT_MS);
      tune(debateId, begin);
    } catch (err) {
      if (asRun !== run) return;
      toastError(err instanceof Error ? err : new Error(String(err)));
      finish();
    }
  };
  /** Continues in the player if the live stream is over. */
  const takeOver = (live: LiveSpeech, from = lastWordAt(live)) => {
    const heard = heardAt(live, from);
    finish();
    if (heard && !heard.isOver) tell({ type: "play", turnId: heard.turnId, from: heard.second });
    else tell({ type: "play all" });
  };
  const resume = () => {
    const { debateId } = store.getState();
    if (debateId !== null) void listen(debateId, {});
  };

  element.addEventListener("playing", () => {
    if (isOn(store.getState())) set({ phase: "playing" });
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
    if (isActive(state)) stop();
  });

  return {
    listen: (debateId: number, how: Listening = {}) => void listen(debateId, how),
    show(isShow: boolean) {
      const { debateId, isShow: wasShow } = store.getState();
      if (!isOn(store.getState()) || debateId === null || isShow === wasShow) return;
      set({ isShow, hold: null });
      // Reopens the stream: its URL tells the server about voice sync.
      if (isTuned) tune(debateId, moment());
    },
    look(debateId: number) {
      if (!isOn(store.getState()) || store.getState().debateId !== debateId) return;
      looking ??= setTimeout(() => {
        looking = undefined;
        void look(debateId, run);
      }, spread(TOGETHER_MS));
    },
    stop,
  };
};
