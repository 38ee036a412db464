import { type RefObject, useEffect, useRef, useState } from "react";
import { create } from "zustand";

/** Time to vote before the vote counts as skipped. */
export const VOTE_SECONDS = 20;

interface VoteClock {
  debateId: number;
  secondsLeft: number;
  isPaused: boolean;
}

const startClock = (debateId: number): VoteClock => ({
  debateId,
  secondsLeft: VOTE_SECONDS,
  isPaused: false,
});

/**
 * Stored outside React, so that the clock goes on when the vote moves between scene and transcript.
 */
const useStoredClock = create<VoteClock>(() => startClock(0));

const changeClock = (debateId: number, change: (clock: VoteClock) => Partial<VoteClock>): void =>
  useStoredClock.setState((stored) => {
    const clock = stored.debateId === debateId ? stored : startClock(debateId);
    return { ...clock, ...change(clock) };
  });

/** Whether an element is in the window; false until it is measured. */
const useIsOnScreen = (target: RefObject<Element | null>): boolean => {
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!target.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setOnScreen(entry.isIntersecting);
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isOnScreen;
};

interface VoteClockOptions {
  debateId: number;
  /** The clock runs only while this element is in the window, and the tab is visible. */
  target: RefObject<Element | null>;
  isRunning: boolean;
  onEnd: () => void;
}

/** The time left to vote, and the function that pauses and resumes it. */
export const useVoteClock = ({ debateId, target, isRunning, onEnd }: VoteClockOptions) => {
  const stored = useStoredClock();
  const { secondsLeft, isPaused } = stored.debateId === debateId ? stored : startClock(debateId);
  const isOnScreen = useIsOnScreen(target);
  const isTicking = isRunning && isOnScreen && !isPaused && secondsLeft > 0;
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden)
        changeClock(debateId, (clock) => ({ secondsLeft: Math.max(0, clock.secondsLeft - 1) }));
    }, 1000);
    return () => clearInterval(timer);
  }, [debateId, isTicking]);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) latestOnEnd.current();
  }, [isOver]);
  return {
    secondsLeft,
    isPaused,
    togglePause: () => changeClock(debateId, (clock) => ({ isPaused: !clock.isPaused })),
  };
};
