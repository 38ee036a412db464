import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { getPlainTitle } from "../../browser/live-tab.ts";
import { ARROW_KEY_SEEK_S, type PlayerState, type PlayerCommand } from "../player-state.ts";

const toMediaPlaybackState = ({ phase }: PlayerState): MediaSessionPlaybackState => {
  if (phase === "playing" || phase === "loading") return "playing";
  return phase === "paused" ? "paused" : "none";
};

const toMediaPosition = ({ duration, position, rate }: PlayerState): MediaPositionState =>
  duration === null ? {} : { duration, position: Math.min(position, duration), playbackRate: rate };

/** Whether the position has changed for another reason than normal playback. */
const hasJumped = (before: PlayerState, now: PlayerState): boolean =>
  before.phase !== now.phase ||
  before.rate !== now.rate ||
  before.duration !== now.duration ||
  Math.abs(now.position - before.position) > 1;

/**
 * Connects the player to the operating system's media controls (lock screen, headset and media
 * keys). Returns a function that shows a state in the controls; it must run after each change.
 */
export const connectMediaSession = (dispatch: (command: PlayerCommand) => void) => {
  if (!("mediaSession" in navigator)) return () => {};
  const session = navigator.mediaSession;
  let now: PlayerState | undefined;
  const seekBy = (by: number) => now && dispatch({ type: "seek", to: now.position + by });
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", () => dispatch({ type: "resume" })],
    ["pause", () => dispatch({ type: "pause" })],
    ["stop", () => dispatch({ type: "stop" })],
    ["nexttrack", () => dispatch({ type: "skip", by: 1 })],
    ["previoustrack", () => dispatch({ type: "skip", by: -1 })],
    ["seekbackward", ({ seekOffset = ARROW_KEY_SEEK_S }) => seekBy(-seekOffset)],
    ["seekforward", ({ seekOffset = ARROW_KEY_SEEK_S }) => seekBy(seekOffset)],
    ["seekto", ({ seekTime = 0 }) => dispatch({ type: "seek", to: seekTime })],
  ];
  for (const [action, handler] of actions) session.setActionHandler(action, handler);

  return (before: PlayerState, state: PlayerState) => {
    now = state;
    const { track } = state;
    if (track !== before.track)
      session.metadata =
        track &&
        new MediaMetadata({
          title: `Turn ${track.turnNumber}, ${SIDE_LABEL[track.role]}`,
          artist: track.speaker,
          album: getPlainTitle(),
          artwork: [
            { src: buildPicturePath(track.debateId), sizes: "1200x630", type: "image/png" },
          ],
        });
    session.playbackState = toMediaPlaybackState(state);
    if (hasJumped(before, state)) session.setPositionState(toMediaPosition(state));
  };
};
