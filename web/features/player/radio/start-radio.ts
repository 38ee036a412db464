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

/** How often the place on the air is looked up: a sentence is marked within 300 ms. */
const REPORT_MS = 200;
/** What is on the air is asked for so often, besides when there is news; */
const LOOK_MS = 5000;
/** news of one moment are one. A word is heard two seconds after it is there. */
const TOGETHER_MS = 800;
/** Without progress for so long, it is tuned in anew. */
const STUCK_MS = 4000;
/** After a cut it is tried again so soon, and every so often; */
const AGAIN_MS = 700;
/** where there was no sound, after twice as long each time, up to this. */
const LONGEST_AGAIN_MS = 20_000;
/** The status of what can be had later. */
const TOO_MANY_REQUESTS = 429;
/** Whoever is further behind after a cut goes on live. */
const FAR_BEHIND_MS = 30_000;

/**
 * Brings the radio to life: one audio element, which one press has allowed to play, and which plays on
 * through all turns, in a page that is hidden too.
 */
export const startRadio = (store: StoreApi<RadioState>, element = new Audio()) => {
  /** The air's clock is so much ahead of this machine's. */
  let offset = 0;
  /** The moment on the air at which the element's time is 0. */
  let base = 0;
  /** The element has an address. */
  let isTuned = false;
  let progress = { time: 0, at: 0 };
  /** How often the stream has failed since there was any sound. */
  let failures = 0;
  let reporting: ReturnType<typeof setInterval> | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = 0;
  /** Counts what somebody asks for: answers to what they asked before are void. */
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
  /** The last word has been heard. */
  const finish = () => {
    const { debateId } = store.getState();
    off();
    forgetLeft();
    set({ ...OFF, debateId });
  };
  /** It was heard to its end, and can be heard again, or from anywhere. */
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

  /** The stream has ended or broken: it goes on where it was, unless there is nothing more. */
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
  /** What will not be had is over; what cannot be had now is tried again when that makes sense. */
  const beRefused = (err: unknown) => {
    if (!(err instanceof ApiError)) return cut();
    if (err.isRefusal && err.status !== TOO_MANY_REQUESTS) {
      toastError(err);
      return finish();
    }
    // A proxy has no words for people.
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
    // A press allows an element to play that is played because of it: now, not after an answer.
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
  /** What is over is the player's: from there. */
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
    // Another program, or a headset that was taken off.
    if (isTuned && !element.ended && !element.error) stop();
  });
  // A page that is left, or kept for going back to, falls silent.
  addEventListener("pagehide", stop);
  // One sound at a time.
  usePlayer.subscribe((state) => {
    if (isActive(state)) stop();
  });

  return {
    listen: (debateId: number, how: Listening = {}) => void listen(debateId, how),
    show(isShow: boolean) {
      const { debateId, isShow: wasShow } = store.getState();
      if (!isOn(store.getState()) || debateId === null || isShow === wasShow) return;
      set({ isShow, hold: null });
      // The server has to know who waits for the voice.
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
