import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { TurnSentences } from "#shared/contract/debates/audio.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { scrollNextSentenceIntoView } from "#web/lib/speech-text/scroll-into-view.ts";
import { spokenSentencesQuery } from "#web/lib/player/spoken-sentences-query.ts";
import { highlightSentence } from "#web/lib/speech-text/highlight-sentence.ts";
import { enableSeekOnClick } from "#web/lib/speech-text/seek-on-click.ts";
import {
  findSentenceAt,
  findSentenceRanges,
  findSpeechElement,
} from "#web/lib/speech-text/sentence-ranges.ts";

const NO_SENTENCES: TurnSentences["sentences"] = [];

/**
 * Highlights the spoken sentence, scrolls it into view and makes all sentences clickable for
 * seeking.
 */
export const useHighlightSpokenSentence = (): void => {
  const track = usePlayer((state) => state.track);
  const isLoaded = usePlayer((state) => state.isLoaded);
  const { data } = useQuery({
    ...spokenSentencesQuery(track?.turnId ?? 0, track?.audio.version ?? 0),
    enabled: track !== null && isLoaded,
  });
  const sentences = data?.sentences ?? NO_SENTENCES;
  const spoken = usePlayer(({ position, hasFinished }) =>
    isLoaded && !hasFinished ? findSentenceAt(sentences, position) : -1,
  );
  const previousRange = useRef<Range | null>(null);

  useEffect(() => {
    const speech = track && findSpeechElement(track.turnNumber);
    // Opens a folded turn, so that the user can read along.
    speech?.closest("details")?.setAttribute("open", "");
    const range = speech && findSentenceRanges(speech, sentences)[spoken];
    if (!track || !range) return undefined;
    scrollNextSentenceIntoView(previousRange.current, range);
    previousRange.current = range;
    return highlightSentence(range);
  }, [track, sentences, spoken]);

  useEffect(() => {
    const speech = track && findSpeechElement(track.turnNumber);
    if (!track || !speech || sentences.length === 0) return undefined;
    const { turnId } = track;
    return enableSeekOnClick(speech, sentences, (from) =>
      dispatchPlayerEvent({ type: "play", turnId, from }),
    );
  }, [track, sentences]);
};
