import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TurnSentences } from "#shared/contract/audio.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { estimated, type SaidSentence } from "#shared/domain/moment.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";

/** The sentences of a turn, and when its recording says them, or would about. */
export const useSaid = (turn: Turn): SaidSentence[] => {
  const { version } = turn.audio;
  const { data } = useQuery<TurnSentences>({
    queryKey: [`/api/tts/sentences?turnId=${turn.id}&version=${version}`],
    enabled: version > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () => data?.sentences ?? estimated(spokenSentences(turn.content)),
    [data, turn.content],
  );
};
