import { queryOptions } from "@tanstack/react-query";
import type { TurnSentences } from "#shared/contract/debates/audio.ts";

/** The sentences of a turn's recording with their times. */
export const spokenSentencesQuery = (turnId: number, version: number) =>
  queryOptions<TurnSentences>({
    queryKey: [`/api/tts/sentences?turnId=${turnId}&version=${version}`],
    staleTime: Number.POSITIVE_INFINITY,
  });
