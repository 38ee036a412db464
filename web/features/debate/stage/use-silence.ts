import { type RefObject, useEffect } from "react";

/** A pause in a text that is longer than this is one that is seen. */
const PAUSE_MS = 800;

/** Marks the stage as silent while no word comes: then no mouth moves. */
export const useSilence = (
  stage: RefObject<Element | null>,
  said: number,
  isHeard: boolean,
): void =>
  useEffect(() => {
    const { current } = stage;
    if (!current) return undefined;
    current.removeAttribute("data-silent");
    if (isHeard) return undefined;
    const timer = setTimeout(() => current.setAttribute("data-silent", `${said}`), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [stage, said, isHeard]);
