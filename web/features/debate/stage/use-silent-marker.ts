import { type RefObject, useEffect } from "react";

/** Pauses longer than this are visible, in milliseconds. */
const SILENCE_MS = 800;

/** Sets `data-silent` on the stage while no text arrives, which stops the mouth animations. */
export const useSilentMarker = (
  stage: RefObject<Element | null>,
  textLength: number,
  isAudible: boolean,
): void =>
  useEffect(() => {
    const { current } = stage;
    if (!current) return undefined;
    current.removeAttribute("data-silent");
    if (isAudible) return undefined;
    const timer = setTimeout(
      () => current.setAttribute("data-silent", `${textLength}`),
      SILENCE_MS,
    );
    return () => clearTimeout(timer);
  }, [stage, textLength, isAudible]);
