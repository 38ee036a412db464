import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while its HTML is taken over: then the page must look as it was sent. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * For a button that does nothing without the page's code: disabled until that is there, which is
 * soon, and no reason to look so.
 */
export const useUntilAlive = () =>
  useIsTakenOver() ? {} : ({ disabled: true, "data-early": true } as const);

/** Whether people have asked for less motion. */
export const prefersCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
