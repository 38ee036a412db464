import { useCallback, useEffect, useRef, useState } from "react";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

/**
 * Whether the recordings are played, and whether the scene is paused. A headset or the operating
 * system may pause and resume too. If the browser blocks the sound, it is turned off.
 */
export const useWatchSound = () => {
  const [isSoundOn, setSoundOn] = useState(true);
  const [isPaused, setPaused] = useState(false);
  const wantsPause = useRef(false);
  const hold = useCallback((isHeld: boolean): void => {
    wantsPause.current = isHeld;
    setPaused(isHeld);
    if (isHeld) dispatchPlayerEvent({ type: "pause" });
    // Resumes only a paused recording. A finished one would start from its beginning.
    else if (usePlayer.getState().phase === "paused") dispatchPlayerEvent({ type: "resume" });
  }, []);
  useEffect(
    () =>
      usePlayer.subscribe((state, before) => {
        if (state.phase === before.phase) return;
        if (state.isBlocked) setSoundOn(false);
        else if (state.phase === "playing" && before.phase === "loading" && wantsPause.current)
          // Sent in a microtask, because the player must first finish the current event.
          queueMicrotask(() => dispatchPlayerEvent({ type: "pause" }));
        else if (state.phase === "paused" || before.phase === "paused") {
          wantsPause.current = state.phase === "paused";
          setPaused(state.phase === "paused");
        }
      }),
    [],
  );
  return { isSoundOn, setSoundOn, isPaused, hold };
};
