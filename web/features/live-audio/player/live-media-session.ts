import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { getPlainTitle } from "#web/lib/browser/live-tab.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";
import { isLiveAudioOn, type LiveAudioState } from "../live-audio-store.ts";

interface LiveMediaKeys {
  isOn(): boolean;
  resume(): void;
  stop(): void;
}

/**
 * Connects live listening to the operating system's media controls. While live listening is off,
 * the controls act on the recordings' player. Returns a function that shows a state in the
 * controls.
 */
export const connectLiveMediaSession = (controls: LiveMediaKeys) => {
  if (!("mediaSession" in navigator)) return () => {};
  const session = navigator.mediaSession;
  const createHandler = (handleLive: () => void, type: "resume" | "pause" | "stop") => () =>
    controls.isOn() || usePlayer.getState().track === null
      ? handleLive()
      : dispatchPlayerEvent({ type });
  session.setActionHandler("play", createHandler(controls.resume, "resume"));
  session.setActionHandler("pause", createHandler(controls.stop, "pause"));
  session.setActionHandler("stop", createHandler(controls.stop, "stop"));
  let shownTitle = "";

  return (state: LiveAudioState) => {
    if (!isLiveAudioOn(state)) {
      shownTitle = "";
      return;
    }
    const { debateId, schedule, streamTime } = state;
    const sentence = schedule && findLiveSentenceAt(schedule, streamTime);
    const title = sentence
      ? `Turn ${sentence.turnNumber}, ${SIDE_LABEL[getRoleOfTurn(sentence.turnNumber)]}`
      : "Live";
    session.playbackState = "playing";
    if (debateId === null || shownTitle === title) return;
    shownTitle = title;
    const src = buildPicturePath(debateId);
    session.metadata = new MediaMetadata({
      title,
      artist: "Live debate",
      album: getPlainTitle(),
      artwork: [{ src, sizes: "1200x630", type: "image/png" }],
    });
  };
};
