import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration, when the output must match the server's HTML. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Props for buttons that need JavaScript: disabled until hydration, without looking disabled. */
export const useUntilAlive = () =>
  useIsTakenOver() ? {} : ({ disabled: true, "data-early": true } as const);

export const prefersCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
