import { queryOptions, useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import type { TtsStatus } from "#shared/contract/debates/audio.ts";
import { DebateLanguage } from "#web/components/debate/debate-language.ts";

/** Which languages have a voice. Only a server restart can change that. */
export const ttsStatusQuery = queryOptions<TtsStatus>({
  queryKey: ["/api/tts/status"] as const,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the page's debate has a voice; undefined until loaded. */
export const useIsVoiced = (): boolean | undefined => {
  const [language] = useContext(DebateLanguage).split("-");
  const { data } = useQuery(ttsStatusQuery);
  return data && (data.languages?.includes(language ?? "") ?? data.configured);
};

/** Whether there is a voice, but not in the language of the page's debate. */
export const useIsVoiceMissing = (): boolean | undefined => {
  const isVoiced = useIsVoiced();
  return useQuery(ttsStatusQuery).data?.configured && !isVoiced;
};
