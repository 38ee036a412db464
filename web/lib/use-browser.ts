import { useCallback, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while its HTML is taken over: then the page must look as it was sent. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const REDUCED = "(prefers-reduced-motion: reduce)";

/** Whether people have asked for less motion: assumed until it is known. */
export const usePrefersCalm = (): boolean =>
  useSyncExternalStore(
    useCallback((changed: () => void) => {
      const media = matchMedia(REDUCED);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    }, []),
    () => matchMedia(REDUCED).matches,
    () => true,
  );
