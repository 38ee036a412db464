import { type RefObject, useEffect } from "react";

/** Pauses longer than this are visible, in milliseconds. */
const SILENCE_MS = 800;

/** Sets `data-silent` on the stage while no text arrives, which stops the mouth animations. */
export const useSilentMarker = (
  stage: RefObject<Element | null>,
  said: number,
  isHeard: boolean,
): void =>
  useEffect(() => {
    const { current } = stage;
    if (!current) return undefined;
    current.removeAttribute("data-silent");
    if (isHeard) return undefined;
    const timer = setTimeout(() => current.setAttribute("data-silent", `${said}`), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [stage, said, isHeard]);
