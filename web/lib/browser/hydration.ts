import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** False on the server and during hydration, when React must render the same HTML as the server. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/** Props for a button that needs JavaScript: disabled until hydration, without looking disabled. */
export const useDisabledUntilHydrated = () =>
  useIsHydrated() ? {} : ({ disabled: true, "data-early": true } as const);

export const prefersReducedMotion = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches;
