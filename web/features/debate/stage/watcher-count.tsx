import { Eye } from "lucide-react";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConnectionState } from "../live/connection-store.ts";

/* Keeps the space for the number until it is known. `data-unknown` is an attribute, because the
   class of a variant would not be in the server's stylesheet. */
const WatcherCountFrame = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    whiteSpace: "nowrap",
    "&[data-unknown]": { visibility: "hidden" },
  },
});

export const WatcherCount = () => {
  const watchers = useConnectionState((state) => state.watchers);
  return (
    <WatcherCountFrame data-unknown={watchers === null || undefined}>
      <Eye size={14} aria-hidden="true" />
      {watchers ?? 1} <WideScreenText>watching</WideScreenText>
    </WatcherCountFrame>
  );
};
