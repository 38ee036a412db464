import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TtsStatus } from "#shared/contract/debates/audio.ts";

/** Whether a speech provider is configured. Changes only with a server restart. */
export const ttsStatusQuery = queryOptions<TtsStatus>({
  queryKey: ["/api/tts/status"] as const,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined until loaded. */
export const useIsVoiced = (): boolean | undefined => useQuery(ttsStatusQuery).data?.configured;
