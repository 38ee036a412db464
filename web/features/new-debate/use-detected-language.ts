import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DetectLanguageResponse } from "#shared/contract/debates/debate.ts";
import { cleanTopic, TOPIC_MAX, TOPIC_MIN } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { request } from "#web/lib/api/request.ts";

const DEBOUNCE_MS = 600;

const canBeDetected = (topic: string): boolean => {
  const { length } = Array.from(cleanTopic(topic));
  return length >= TOPIC_MIN && length <= TOPIC_MAX;
};

/** The language that the server would detect from the topic; undefined until it is known. */
export const useDetectedLanguage = (topic: string): LanguageTag | undefined => {
  const [settledTopic, setSettledTopic] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettledTopic(topic), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [topic]);
  const { data } = useQuery({
    queryKey: ["detected-language", settledTopic],
    queryFn: ({ signal }) =>
      request<DetectLanguageResponse>("POST", "/api/debates/language", {
        body: { topic: settledTopic },
        signal,
      }),
    enabled: canBeDetected(settledTopic),
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return canBeDetected(topic) ? data?.language : undefined;
};
