import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { estimateSentenceTimes } from "#shared/domain/audio/clip.ts";
import {
  buildSpeechOffsets,
  findSentenceAfter,
  findSpokenEnd,
} from "#shared/domain/audio/spoken-progress.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { spokenSentencesQuery } from "#web/lib/player/spoken-sentences-query.ts";
import { findSentenceAt } from "#web/lib/speech-text/sentence-ranges.ts";

/** If a recording has not begun to play after this time, its turn is shown without voice. */
const VOICE_TIMEOUT_MS = 8000;

/** The sentences with their times in the recording; without a recording they are estimated. */
const useTimedSentences = (turn: Turn | undefined): readonly SpokenSentence[] => {
  const { data } = useQuery({
    ...spokenSentencesQuery(turn?.id ?? 0, turn?.audio.version ?? 0),
    enabled: turn?.audio.status === "ready",
  });
  const content = turn?.content ?? "";
  return useMemo(
    () => data?.sentences ?? estimateSentenceTimes(splitSentences(content)),
    [data, content],
  );
};

/**
 * Whether the recording failed or did not begin in time. If so, its turn is shown without voice.
 */
const useIsVoiceLost = (turnId: number | undefined, isPaused: boolean): boolean => {
  const [lostId, setLostId] = useState<number>();
  const hasFailed = usePlayer(({ track, phase }) => phase === "error" && track?.turnId === turnId);
  const hasBegun = usePlayer(({ track, position }) => track?.turnId === turnId && position > 0);
  if (turnId !== undefined && hasFailed && lostId !== turnId) setLostId(turnId);
  useEffect(() => {
    if (turnId === undefined || hasBegun || isPaused) return undefined;
    const timer = setTimeout(() => setLostId(turnId), VOICE_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [turnId, hasBegun, isPaused]);
  return turnId !== undefined && lostId === turnId;
};

interface SpokenTurnOptions {
  turn: Turn | undefined;
  isSoundOn: boolean;
  isPaused: boolean;
  /**
   * The words of the turn that were already shown when the recording starts. The recording starts
   * with the words after them.
   */
  startAfter: string;
}

/** Plays a turn's recording, if it has one. Returns the turn as far as the voice has spoken it. */
export const useSpokenTurn = (options: SpokenTurnOptions): Turn | undefined => {
  const { turn, isSoundOn, isPaused, startAfter } = options;
  const content = turn?.content ?? "";
  const offsets = useMemo(() => buildSpeechOffsets(content), [content]);
  const sentences = useTimedSentences(turn);
  const wantedId = isSoundOn && turn?.audio.status === "ready" ? turn.id : undefined;
  const isLost = useIsVoiceLost(wantedId, isPaused);
  const turnId = isLost ? undefined : wantedId;
  const startMs = sentences[findSentenceAfter(offsets, startAfter)]?.startMs ?? 0;
  useEffect(() => {
    if (turnId === undefined) return undefined;
    dispatchPlayerEvent({ type: "play", turnId, from: startMs / 1000 });
    return () => dispatchPlayerEvent({ type: "close" });
  }, [turnId, startMs]);
  const position = usePlayer((state) => (state.track?.turnId === turnId ? state.position : 0));
  const isOver = usePlayer((state) => state.track?.turnId === turnId && state.hasFinished);
  if (!turn || turnId === undefined || isOver) return turn;
  const index = Math.max(0, findSentenceAt(sentences, position));
  const { startMs: from, endMs: to } = sentences[index] ?? { startMs: 0, endMs: 0 };
  const ratio = Math.min(1, Math.max(0, (position * 1000 - from) / Math.max(1, to - from)));
  const end = findSpokenEnd(offsets, index, ratio);
  return { ...turn, status: "streaming", content: content.slice(0, end) };
};
