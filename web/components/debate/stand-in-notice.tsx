import { Plug } from "lucide-react";
import type { Provider } from "#shared/domain/provider.ts";
import { useConfig } from "#web/lib/config.tsx";
import { Notice } from "../ui/notice.tsx";
import { OnWideScreens } from "../ui/text.tsx";

/** Shown if a speaker's provider is a fake. */
export const StandInNotice = ({ speakers }: { speakers: readonly Provider[] }) => {
  const standIns = useConfig()?.providers.filter(({ standIn }) => standIn) ?? [];
  const names = standIns.filter(({ id }) => speakers.includes(id)).map(({ label }) => label);
  if (names.length === 0) return null;
  return (
    <Notice>
      <Plug size={16} />
      <span>
        Offline stand-ins speak for {names.join(" and ")}: no model is asked.
        <OnWideScreens> Set an API key and the real one takes the floor.</OnWideScreens>
      </span>
    </Notice>
  );
};
