import { useEffect, useMemo, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useSceneWords } from "../scene/words/use-scene-words.ts";
import { useSpokenTurn } from "./use-spoken-turn.ts";
import { unlockRulingVoice, useRulingVoice } from "./watch-ruling-voice.ts";
import { useWatchSound } from "./use-watch-sound.ts";

/** How long the topic is shown before the first words, in milliseconds. */
const INTRO_MS = 2500;

/** The pause after a turn and the judge's ruling on it, in milliseconds. */
const PAUSE_MS = 1000;

/** The turns that are played: those that the viewer may read. */
const isWatchable = ({ status, content, isHidden }: Turn): boolean =>
  status === "complete" && content !== "" && !isHidden;

/**
 * Plays the turns one after another, with their voice or at reading pace. After each turn, shows
 * the judge's ruling (one sentence about the turn).
 */
export const useWatch = (turns: readonly Turn[], firstTurn: number) => {
  const watched = useMemo(() => turns.filter(isWatchable), [turns]);
  const first = watched.findIndex(({ turnNumber }) => turnNumber >= firstTurn);
  const [index, setIndex] = useState(-1);
  const [startAfter, setStartAfter] = useState("");
  const { isSoundOn, setSoundOn, isPaused, hold } = useWatchSound();
  const isVoiced = useIsVoiced() ?? false;
  useRulingVoice({ isSoundOn: isSoundOn && isVoiced, isPaused, hold });
  const turn = watched[index];
  const shown = useSpokenTurn({ turn, isSoundOn: isSoundOn && isVoiced, isPaused, startAfter });
  const judged = useMemo(() => (turn ? [turn] : []), [turn]);
  const words = useSceneWords({
    shown,
    whole: turn,
    turns: judged,
    isSpeaking: false,
    isPaused,
  });
  const goTo = (next: number) => {
    setStartAfter("");
    setIndex(next);
    if (isPaused) hold(false);
  };
  const isIntro = index < 0;
  const isOver = index >= watched.length;
  const isDone = !isOver && (isIntro || (!words.isReading && words.moment === null));
  const nextIndex = isIntro ? Math.max(0, first) : index + 1;
  useEffect(() => {
    if (!isDone || isPaused) return undefined;
    const timer = setTimeout(
      () => {
        setStartAfter("");
        setIndex(nextIndex);
      },
      isIntro ? INTRO_MS : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [isDone, isPaused, isIntro, nextIndex]);
  return {
    watched,
    turn,
    words,
    isIntro,
    isOver,
    isPaused,
    isSoundOn,
    /** Whether there is a recording whose sound can be turned on. */
    hasSound: isVoiced && watched.some(({ audio }) => audio.status === "ready"),
    hold,
    skip: () => goTo(nextIndex),
    restart: () => goTo(-1),
    /** Turns the sound on or off; the captions continue where they are. */
    toggleSound: () => {
      const { caption } = words;
      if (!isSoundOn) unlockRulingVoice();
      setStartAfter(caption && !isSoundOn ? caption.before : "");
      setSoundOn(!isSoundOn);
    },
  };
};
