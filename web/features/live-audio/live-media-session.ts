import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { findLiveSentenceAt } from "./live-sentence.ts";
import { isLiveAudioOn, type LiveAudioState } from "./live-audio-store.ts";

interface LiveMediaKeys {
  isOn(): boolean;
  resume(): void;
  stop(): void;
}

/**
 * Connects live listening to the operating system's media controls. While it is off, the controls
 * command the player. Returns the function that updates them.
 */
export const connectLiveMediaSession = (keys: LiveMediaKeys) => {
  if (!("mediaSession" in navigator)) return () => {};
  const session = navigator.mediaSession;
  const press = (own: () => void, type: "resume" | "pause" | "stop") => () =>
    keys.isOn() || usePlayer.getState().track === null ? own() : dispatchPlayerEvent({ type });
  session.setActionHandler("play", press(keys.resume, "resume"));
  session.setActionHandler("pause", press(keys.stop, "pause"));
  session.setActionHandler("stop", press(keys.stop, "stop"));
  let shown = "";

  return (state: LiveAudioState) => {
    if (!isLiveAudioOn(state)) {
      shown = "";
      return;
    }
    const { debateId, live, moment } = state;
    const heard = live && findLiveSentenceAt(live, moment);
    const title = heard
      ? `Turn ${heard.turnNumber}, ${SIDE_LABEL[getRoleOfTurn(heard.turnNumber)]}`
      : "Live";
    session.playbackState = "playing";
    if (debateId === null || shown === title) return;
    shown = title;
    const src = buildPicturePath(debateId);
    session.metadata = new MediaMetadata({
      title,
      artist: "Live debate",
      album: document.title,
      artwork: [{ src, sizes: "1200x630", type: "image/png" }],
    });
  };
};
