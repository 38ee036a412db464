import type { PlayerEffect } from "#web/lib/player/engine/transition-result.ts";
import { reducePlayer } from "#web/lib/player/engine/player-reducer.ts";
import {
  IDLE_PLAYER_STATE,
  type PlayerEvent,
  type PlayerState,
  type AudioEvent,
  TIMER_NAMES,
  type TimerName,
  TIMERS_MS,
} from "#web/lib/player/player-state.ts";
import { buildPlaylist, type Playlist } from "#web/lib/player/track.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { buildDebate, buildTurn, USER } from "./fixtures.ts";

type WithoutLoadId<Event> = Event extends unknown ? Omit<Event, "loadId"> : never;

/** Finished turns with a recording of 60 s each. */
export const createSpokenTurns = (count: number): Turn[] =>
  Array.from({ length: count }, (_none, at) =>
    buildTurn(at + 1, { audio: { status: "ready", durationMs: 60_000, version: 1 } }),
  );

export const createPlaylist = (turns: Turn[], debate: Debate = buildDebate()): Playlist =>
  buildPlaylist(debate, turns, {
    viewer: USER,
    isVoiced: true,
    getProviderLabel: (provider) => provider,
  });

export const createCompletedPlaylist = (count: number): Playlist =>
  createPlaylist(
    createSpokenTurns(count),
    buildDebate({ status: "completed", currentTurn: count }),
  );

/** Runs the player's reducer without a browser. Records effects, advances time by hand. */
export const createPlayerSimulator = (playlist: Playlist) => {
  let state: PlayerState = IDLE_PLAYER_STATE;
  let now = 0;
  let effects: PlayerEffect[] = [];
  const due = new Map<TimerName, number>();

  const dispatch = (event: PlayerEvent): void => {
    const before = state.timers;
    const next = reducePlayer(state, event);
    state = next.state;
    effects.push(...next.effects);
    for (const name of TIMER_NAMES) {
      const since = state.timers[name];
      if (since === undefined) due.delete(name);
      else if (since !== before[name]) due.set(name, now + TIMERS_MS[name]);
    }
  };

  /** Sends an audio event of the current load. */
  const emitAudioEvent = (event: WithoutLoadId<AudioEvent>): void =>
    dispatch({ ...event, loadId: state.loadId });

  const wait = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [first] = [...due].sort(([, a], [, b]) => a - b);
      if (!first || first[1] > end) break;
      now = first[1];
      due.delete(first[0]);
      dispatch({ type: "due", timer: first[0] });
    }
    now = end;
  };

  dispatch({ type: "listed", playlist });
  return {
    dispatch,
    emitAudioEvent,
    wait,
    state: () => state,
    listTimers: () => [...due.keys()].sort(),
    /** Names of the effects since the last call of `takeEffectNames`, `effects` or `takeToasts`. */
    takeEffectNames: () => {
      const names = effects.map((effect) => effect.do);
      effects = [];
      return names;
    },
    /** Effects since the last call, with all their properties. */
    effects: () => effects.splice(0),
    /** Toasts since the last call. Drops all other effects. */
    takeToasts: () => {
      const toasts = effects.flatMap((effect) =>
        effect.do === "show-toast" ? [`${effect.toast.title} / ${effect.toast.description}`] : [],
      );
      effects = [];
      return toasts;
    },
    /** Query parameters of the last load. */
    getAudioQuery: () => {
      const urls = effects.flatMap((effect) => (effect.do === "load" ? [effect.url] : []));
      return new URL(urls.at(-1) ?? "", "http://page").searchParams;
    },
    startPlayback: () => {
      emitAudioEvent({ type: "loaded" });
      emitAudioEvent({ type: "started" });
    },
    /** Reports the playback position, in seconds. */
    reportPosition: (position: number) =>
      emitAudioEvent({ type: "progress", position, duration: 60 }),
  };
};
