import { useSyncExternalStore } from "react";
import { useIsTranscriptOpen } from "./transcript-store.ts";

/** Below this width, the open transcript covers the scene. Matches the layout's breakpoint `lg`. */
const WIDE_QUERY = "(min-width: 64rem)";

const subscribeToWidth = (onChange: () => void) => {
  const query = matchMedia(WIDE_QUERY);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(WIDE_QUERY).matches,
    () => true,
  );

/**
 * Whether the viewer sees the scene of a running debate. `isStage` is whether the page has a scene.
 */
export const useIsSceneVisible = (isStage: boolean): boolean => {
  const isWide = useIsWide();
  const isTranscriptOpen = useIsTranscriptOpen();
  return isStage && (isWide || !isTranscriptOpen);
};
