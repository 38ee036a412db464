import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { TurnSentences } from "#shared/contract/audio.ts";
import { tell, usePlayer } from "../player-store.ts";
import { keepInSight } from "./keep-in-sight.ts";
import { markSentence } from "./mark-sentence.ts";
import { seekByClick } from "./seek-by-click.ts";
import { sentenceAt, sentencePlaces } from "./sentence-places.ts";
import { speechOf } from "./speech-of.ts";

const NONE: TurnSentences["sentences"] = [];

/**
 * Highlights the spoken sentence, scrolls it into view and makes all sentences clickable for
 * seeking.
 */
export const useFollowVoice = (): void => {
  const track = usePlayer((state) => state.track);
  const isLoaded = usePlayer((state) => state.isLoaded);
  const { data } = useQuery<TurnSentences>({
    queryKey: [`/api/tts/sentences?turnId=${track?.turnId}&version=${track?.audio.version}`],
    enabled: track !== null && isLoaded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sentences = data?.sentences ?? NONE;
  const spoken = usePlayer(({ position, hasFinished }) =>
    isLoaded && !hasFinished ? sentenceAt(sentences, position) : -1,
  );
  const before = useRef<Range | null>(null);

  useEffect(() => {
    const speech = track && speechOf(track.turnNumber);
    // Opens a folded turn, so that its text can be read along.
    speech?.closest("details")?.setAttribute("open", "");
    const range = speech && sentencePlaces(speech, sentences)[spoken];
    if (!track || !range) return undefined;
    keepInSight(before.current, range);
    before.current = range;
    return markSentence(range);
  }, [track, sentences, spoken]);

  useEffect(() => {
    const speech = track && speechOf(track.turnNumber);
    if (!track || !speech || sentences.length === 0) return undefined;
    const { turnId } = track;
    return seekByClick(speech, sentences, (from) => tell({ type: "play", turnId, from }));
  }, [track, sentences]);
};
