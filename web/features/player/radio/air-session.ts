import { debatePicture } from "#shared/domain/debate-picture.ts";
import { roleOfTurn, SIDE_LABEL } from "#shared/domain/side.ts";
import { tell, usePlayer } from "../player-store.ts";
import { heardAt } from "./on-air.ts";
import { isOn, type RadioState } from "./radio-state.ts";

interface Keys {
  isOn(): boolean;
  resume(): void;
  stop(): void;
}

/**
 * Connects live listening to the operating system's media controls. While it is off, the controls
 * command the player. Returns the function that updates them.
 */
export const airSession = (keys: Keys) => {
  if (!("mediaSession" in navigator)) return () => {};
  const session = navigator.mediaSession;
  const press = (own: () => void, type: "resume" | "pause" | "stop") => () =>
    keys.isOn() || usePlayer.getState().track === null ? own() : tell({ type });
  session.setActionHandler("play", press(keys.resume, "resume"));
  session.setActionHandler("pause", press(keys.stop, "pause"));
  session.setActionHandler("stop", press(keys.stop, "stop"));
  let shown = "";

  return (state: RadioState) => {
    if (!isOn(state)) {
      shown = "";
      return;
    }
    const { debateId, live, moment } = state;
    const heard = live && heardAt(live, moment);
    const title = heard
      ? `Turn ${heard.turnNumber}, ${SIDE_LABEL[roleOfTurn(heard.turnNumber)]}`
      : "Live";
    session.playbackState = "playing";
    if (debateId === null || shown === title) return;
    shown = title;
    const src = debatePicture(debateId);
    session.metadata = new MediaMetadata({
      title,
      artist: "Live debate",
      album: document.title,
      artwork: [{ src, sizes: "1200x630", type: "image/png" }],
    });
  };
};
