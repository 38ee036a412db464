/** @jest-environment ./tests/web/browser.cjs */
import { connectMediaSession } from "#web/lib/player/engine/media-session.ts";
import {
  IDLE_PLAYER_STATE,
  type PlayerState,
  type PlayerCommand,
} from "#web/lib/player/player-state.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

const { tracks } = createCompletedPlaylist(2);
const [first = null, second = null] = tracks;
const playing: PlayerState = { ...IDLE_PLAYER_STATE, phase: "playing", track: first, duration: 60 };

/** A fake of the browser's media session. */
const fakeSession = () => {
  const handlers = new Map<string, (details: object) => void>();
  const positions: unknown[] = [];
  const session = {
    metadata: null,
    playbackState: "none",
    setActionHandler: (action: string, answer: (details: object) => void) =>
      handlers.set(action, answer),
    setPositionState: (position: unknown) => positions.push(position),
  };
  return { session, positions, press: (key: string, details = {}) => handlers.get(key)?.(details) };
};

const setUp = () => {
  const { session, positions, press } = fakeSession();
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  const commands: PlayerCommand[] = [];
  const show = connectMediaSession((command) => commands.push(command));
  return { session, positions, press, commands, show };
};

beforeAll(() => {
  Object.assign(globalThis, {
    MediaMetadata: function MediaMetadata(shown: object) {
      return shown;
    },
  });
  document.title = "● Live: Should cities ban cars?";
});
afterEach(() => Reflect.deleteProperty(navigator, "mediaSession"));

describe("a media key", () => {
  test.each([
    ["play", {}, { type: "resume" }],
    ["pause", {}, { type: "pause" }],
    ["stop", {}, { type: "stop" }],
    ["nexttrack", {}, { type: "skip", by: 1 }],
    ["previoustrack", {}, { type: "skip", by: -1 }],
    ["seekbackward", {}, { type: "seek", to: 15 }],
    ["seekforward", {}, { type: "seek", to: 25 }],
    ["seekbackward", { seekOffset: 10 }, { type: "seek", to: 10 }],
    ["seekforward", { seekOffset: 10 }, { type: "seek", to: 30 }],
    ["seekto", { seekTime: 42 }, { type: "seek", to: 42 }],
    ["seekto", {}, { type: "seek", to: 0 }],
  ])("'%s' with %j sends the command %j", (key, details, command) => {
    const { press, commands, show } = setUp();
    show(IDLE_PLAYER_STATE, { ...playing, position: 20 });
    press(key, details);
    expect(commands).toEqual([command]);
  });

  test("does not seek before the first playback", () => {
    const { press, commands } = setUp();
    press("seekforward");
    expect(commands).toEqual([]);
  });
});

describe("the lock screen", () => {
  test("shows the current turn and its speaker", () => {
    const { session, show } = setUp();
    show(IDLE_PLAYER_STATE, playing);
    const shown = {
      title: "Turn 1, For",
      artist: "openai",
      album: "Should cities ban cars?",
      artwork: [{ src: "/debate/7/picture.png", sizes: "1200x630", type: "image/png" }],
    };
    expect(session.metadata).toEqual(shown);
    const { metadata } = session;
    show(playing, { ...playing, position: 1 });
    expect(session.metadata).toBe(metadata);
    const next = { ...playing, track: second };
    show(playing, next);
    expect(session.metadata).toMatchObject({ title: "Turn 2, Against", artist: "claude" });
    show(next, IDLE_PLAYER_STATE);
    expect(session.metadata).toBeNull();
  });

  test.each([
    ["playing", "playing"],
    ["loading", "playing"],
    ["paused", "paused"],
    ["stopped", "none"],
    ["idle", "none"],
    ["error", "none"],
  ] as const)("shows a player that is %s as %s", (phase, shown) => {
    const { session, show } = setUp();
    show(IDLE_PLAYER_STATE, { ...playing, phase });
    expect(session.playbackState).toBe(shown);
  });

  test.each<[string, Partial<PlayerState>, object]>([
    ["plays", {}, { duration: 60, position: 20, playbackRate: 1 }],
    ["is at its end", { position: 60.5 }, { duration: 60, position: 60, playbackRate: 1 }],
    ["has no duration yet", { duration: null }, {}],
  ])("receives the position of a turn that %s", (_what, change, position) => {
    const { positions, show } = setUp();
    show(IDLE_PLAYER_STATE, { ...playing, position: 20, ...change });
    expect(positions).toEqual([position]);
  });

  const getPositionsAfter = (change: Partial<PlayerState>) => {
    const { positions, show } = setUp();
    const before = { ...playing, position: 20 };
    show(before, { ...before, ...change });
    return positions;
  };

  test.each<[string, Partial<PlayerState>]>([
    ["was sought forward", { position: 21.5 }],
    ["was sought back", { position: 18 }],
    ["is paused", { phase: "paused" }],
    ["is played faster", { rate: 1.5 }],
    ["has another duration", { duration: 61 }],
  ])("receives a new position of a turn that %s", (_what, change) => {
    expect(getPositionsAfter(change)).toHaveLength(1);
  });

  test.each<[string, Partial<PlayerState>]>([
    ["plays on", { position: 21 }],
    ["is louder", { volume: 0.5 }],
  ])("receives no position of a turn that %s", (_what, change) => {
    expect(getPositionsAfter(change)).toEqual([]);
  });
});

test("a browser without a media session does not break the player", () => {
  const show = connectMediaSession(() => {});
  expect(() => show(IDLE_PLAYER_STATE, playing)).not.toThrow();
});
