import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** False on the server and during hydration, when the output must match the server's HTML. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/** Props for buttons that need JavaScript: disabled until hydration, without looking disabled. */
export const useDisabledUntilHydrated = () =>
  useIsHydrated() ? {} : ({ disabled: true, "data-early": true } as const);

export const prefersReducedMotion = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches;
