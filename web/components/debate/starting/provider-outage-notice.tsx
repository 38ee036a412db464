import { Hourglass } from "lucide-react";
import type { Speaker } from "#shared/domain/speaker.ts";
import { useConfig } from "#web/lib/config.tsx";
import { useProviderStatusUpdates } from "#web/lib/socket/use-provider-status-updates.ts";
import { Notice } from "../../ui/feedback/notice.tsx";

/** Says which of the speakers' providers are unavailable; null if none is. */
export const useProviderOutageMessage = (
  speakers: readonly Speaker[],
  consequence = "Try again in a minute.",
): string | null => {
  useProviderStatusUpdates();
  const providers = useConfig()?.providers ?? [];
  const silent = providers.filter(({ id, answering }) => !answering && speakers.includes(id));
  if (silent.length === 0) return null;
  const names = silent.map(({ label }) => label).join(" and ");
  return `${names} ${silent.length > 1 ? "are" : "is"} not answering. ${consequence}`;
};

export const ProviderOutageNotice = ({ speakers }: { speakers: readonly Speaker[] }) => {
  const outage = useProviderOutageMessage(speakers);
  if (outage === null) return null;
  return (
    <Notice tone="warning" role="status">
      <Hourglass size={16} />
      <span>{outage}</span>
    </Notice>
  );
};
