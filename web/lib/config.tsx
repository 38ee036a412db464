import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { PublicConfig } from "#shared/contract/config.ts";
import { BLIND_LABELS, type Speaker } from "#shared/domain/speaker.ts";

/** The server's public configuration. It never becomes stale, because events update it. */
export const configQuery = queryOptions<PublicConfig>({
  queryKey: ["/api/config"],
  staleTime: Number.POSITIVE_INFINITY,
});

const ConfigContext = createContext<PublicConfig | undefined>(undefined);

export const ConfigProvider = ({ children }: { children: ReactNode }) => (
  <ConfigContext value={useQuery(configQuery).data}>{children}</ConfigContext>
);

/** The public configuration; undefined until loaded. */
export const useConfig = (): PublicConfig | undefined => useContext(ConfigContext);

/** Returns a function for a speaker's display name; until loaded, it returns a provider's id. */
export const useProviderLabel = (): ((provider: Speaker) => string) => {
  const config = useConfig();
  const labels: Partial<Record<Speaker, string>> = BLIND_LABELS;
  return (speaker) =>
    config?.providers.find(({ id }) => id === speaker)?.label ?? labels[speaker] ?? speaker;
};

/** Returns who decides a verdict: "The panel" (several judges), the given judge, or "The judge". */
export const useVerdictJudge = (judge: Speaker | null): string => {
  const config = useConfig();
  const getLabel = useProviderLabel();
  if (config?.hasJudgePanel) return "The panel";
  return judge ? getLabel(judge) : "The judge";
};

/** The operator's names and email address, with defaults until the configuration is loaded. */
export const useCompanyInfo = () => {
  const config = useConfig();
  return {
    product: config?.productName ?? "Chatbot Debate",
    company: config?.companyName ?? "our company",
    email: config?.contactEmail ?? "",
  };
};
