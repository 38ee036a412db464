import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TtsStatus } from "#shared/contract/audio.ts";

/** Whether the server has a voice. It changes only when the server restarts, after which pages reconnect. */
export const ttsStatusQuery = queryOptions<TtsStatus>({
  queryKey: ["/api/tts/status"] as const,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Undefined until it is known. */
export const useIsVoiced = (): boolean | undefined => useQuery(ttsStatusQuery).data?.configured;
