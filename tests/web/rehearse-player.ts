import type { Effect } from "#web/features/player/core/step.ts";
import { transition } from "#web/features/player/core/transition.ts";
import {
  IDLE,
  type PlayerEvent,
  type PlayerState,
  type SoundEvent,
  TIMER_NAMES,
  type TimerName,
  TIMERS_MS,
} from "#web/features/player/player-state.ts";
import { playlistOf, type Playlist } from "#web/features/player/track.ts";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { aDebate, aTurn, user } from "./examples.ts";

type WithoutRun<Event> = Event extends unknown ? Omit<Event, "run"> : never;

/** Finished turns, whose sound is ready. */
export const spoken = (count: number): Turn[] =>
  Array.from({ length: count }, (_none, at) =>
    aTurn(at + 1, { audio: { status: "ready", durationMs: 60_000, version: 1 } }),
  );

export const listOf = (turns: Turn[], debate: Debate = aDebate()): Playlist =>
  playlistOf(debate, turns, { viewer: user, isVoiced: true, labelOf: (provider) => provider });

/** A completed debate of a few turns. */
export const wholeDebate = (count: number): Playlist =>
  listOf(spoken(count), aDebate({ status: "completed", currentTurn: count }));

/** The player without a browser: what it would do is written down, and time is moved by hand. */
export const rehearse = (playlist: Playlist) => {
  let state: PlayerState = IDLE;
  let now = 0;
  let effects: Effect[] = [];
  const due = new Map<TimerName, number>();

  const tell = (event: PlayerEvent): void => {
    const before = state.timers;
    const next = transition(state, event);
    state = next.state;
    effects.push(...next.effects);
    for (const name of TIMER_NAMES) {
      const since = state.timers[name];
      if (since === undefined) due.delete(name);
      else if (since !== before[name]) due.set(name, now + TIMERS_MS[name]);
    }
  };

  /** The sound tells something of the load that is under way. */
  const hear = (event: WithoutRun<SoundEvent>): void => tell({ ...event, run: state.run });

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
