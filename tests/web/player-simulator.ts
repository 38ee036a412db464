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

type WithoutLoadId<Event> = Event extends unknown ? Omit<Event, "run"> : never;

/** Finished turns, whose sound is ready. */
export const createSpokenTurns = (count: number): Turn[] =>
  Array.from({ length: count }, (_none, at) =>
    buildTurn(at + 1, { audio: { status: "ready", durationMs: 60_000, version: 1 } }),
  );

export const createPlaylist = (turns: Turn[], debate: Debate = buildDebate()): Playlist =>
  buildPlaylist(debate, turns, { viewer: USER, isVoiced: true, labelOf: (provider) => provider });

/** A completed debate of a few turns. */
export const createCompletedPlaylist = (count: number): Playlist =>
  createPlaylist(
    createSpokenTurns(count),
    buildDebate({ status: "completed", currentTurn: count }),
  );

/** The player without a browser: what it would do is written down, and time is moved by hand. */
export const createPlayerSimulator = (playlist: Playlist) => {
  let state: PlayerState = IDLE_PLAYER_STATE;
  let now = 0;
  let effects: PlayerEffect[] = [];
  const due = new Map<TimerName, number>();

  const tell = (event: PlayerEvent): void => {
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

  /** The sound tells something of the load that is under way. */
  const hear = (event: WithoutLoadId<AudioEvent>): void => tell({ ...event, run: state.run });

  const wait = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [first] = [...due].sort(([, a], [, b]) => a - b);
      if (!first || first[1] > until) break;
      now = first[1];
      due.delete(first[0]);
      tell({ type: "due", timer: first[0] });
    }
    now = until;
  };

  tell({ type: "listed", playlist });
  return {
    tell,
    hear,
    wait,
    state: () => state,
    /** The timers that are running. */
    running: () => [...due.keys()].sort(),
    /** What was done since this was asked last. */
    done: () => {
      const done = effects.map((effect) => effect.do);
      effects = [];
      return done;
    },
    /** The same, with all that belongs to it. */
    effects: () => effects.splice(0),
    /** What was said since the last time, and nothing else of what was done. */
    said: () => {
      const said = effects.flatMap((effect) =>
        effect.do === "say" ? [`${effect.toast.title} / ${effect.toast.description}`] : [],
      );
      effects = [];
      return said;
    },
    /** The address of the last request for sound. */
    asked: () => {
      const urls = effects.flatMap((effect) => (effect.do === "load" ? [effect.url] : []));
      return new URL(urls.at(-1) ?? "", "http://page").searchParams;
    },
    /** The sound comes and begins. */
    sound: () => {
      hear({ type: "loaded" });
      hear({ type: "started" });
    },
    /** The voice has come to this second. */
    voice: (position: number) => hear({ type: "progress", position, duration: 60 }),
  };
};
