import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while its HTML is taken over: then the page must look as it was sent. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether people have asked for less motion. */
export const prefersCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
