import { useEffect } from "react";
import { SEEK_STEP_S } from "../seek-step.ts";
import { isActive } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** What has its own use for these keys. */
const USES_ARROWS =
  "input, textarea, select, dialog, [contenteditable], [role=tab], [role=radio], [role=menuitem]";
const USES_SPACE = `${USES_ARROWS}, button, a, summary`;

const SEEK_STEPS: Record<string, number> = { ArrowLeft: -SEEK_STEP_S, ArrowRight: SEEK_STEP_S };

const isUsed = ({ target, defaultPrevented }: KeyboardEvent, by: string): boolean =>
  defaultPrevented || (target instanceof Element && target.closest(by) !== null);

const hasModifier = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey || shiftKey;

/** Space pauses and goes on, the arrows seek by five seconds, wherever on the page the focus is. */
export const useKeys = (): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const state = usePlayer.getState();
      if (!isActive(state) || hasModifier(event)) return;
      const seekBy = SEEK_STEPS[event.key];
      if (event.key === " " && !isUsed(event, USES_SPACE)) {
        event.preventDefault();
        tell({ type: state.phase === "paused" ? "resume" : "pause" });
      } else if (seekBy !== undefined && state.isLoaded && !isUsed(event, USES_ARROWS)) {
        event.preventDefault();
        tell({ type: "seek", to: state.position + seekBy });
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
