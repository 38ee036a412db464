import { type RefObject, useEffect } from "react";

/** Time without new text after which the stage counts as silent, in milliseconds. */
const SILENCE_MS = 800;

/** Pauses the mouth animations through `data-silent` while no text arrives and no audio plays. */
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
