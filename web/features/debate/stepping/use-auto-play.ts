import { useEffect, useState } from "react";

/** How long a finished turn is left to its readers before auto-play asks for the next. */
const AUTO_PLAY_DELAY_MS = 3000;

interface AutoPlayOptions {
  isSignedIn: boolean;
  isCompleted: boolean;
  /** A turn is being asked for, or is being spoken. */
  isPending: boolean;
  /** Asking failed, or the turn did. */
  hasFailed: boolean;
  requestTurn: () => void;
}

/**
 * While on, signed in, the debate not completed and nothing pending, the next turn is asked for
 * after 3000 ms; any error turns it off.
 */
export const useAutoPlay = (options: AutoPlayOptions) => {
  const { isSignedIn, isCompleted, isPending, hasFailed, requestTurn } = options;
  const [isOn, setOn] = useState(false);
  const [hadFailed, setHadFailed] = useState(hasFailed);
  if (hasFailed !== hadFailed) {
    setHadFailed(hasFailed);
    if (hasFailed) setOn(false);
  }

  const isDue = isOn && isSignedIn && !isCompleted && !isPending;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(requestTurn, AUTO_PLAY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDue, requestTurn]);

  return { isOn, toggle: () => setOn((on) => !on) };
};
