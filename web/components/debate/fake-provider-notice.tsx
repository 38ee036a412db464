import { Plug } from "lucide-react";
import type { Provider } from "#shared/domain/provider.ts";
import { useConfig } from "#web/lib/config.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { WideScreenText } from "../ui/content/typography.tsx";

/** Says which speakers are fakes. Renders nothing if none is. */
export const FakeProviderNotice = ({ speakers }: { speakers: readonly Provider[] }) => {
  const fakeProviders = useConfig()?.providers.filter(({ standIn }) => standIn) ?? [];
  const names = fakeProviders
    .filter(({ id }) => speakers.includes(id))
    .map(({ label }) => `${label}’s`);
  if (names.length === 0) return null;
  return (
    <Notice>
      <Plug size={16} />
      <span>
        Demo mode: {names.join(" and ")} lines are samples.
        <WideScreenText> Add an API key to use the real model.</WideScreenText>
      </span>
    </Notice>
  );
};
