import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TtsStatus } from "#shared/contract/debates/audio.ts";

/** Whether a speech provider is configured. Only a server restart can change that. */
export const ttsStatusQuery = queryOptions<TtsStatus>({
  queryKey: ["/api/tts/status"] as const,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether a speech provider is configured; undefined until loaded. */
export const useIsVoiced = (): boolean | undefined => useQuery(ttsStatusQuery).data?.configured;
