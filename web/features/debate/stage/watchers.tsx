import { Eye } from "lucide-react";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useLive } from "../live/live-store.ts";

/* Reserves its space. The rule is part of the server's stylesheet. */
const Watching = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    whiteSpace: "nowrap",
    "&[data-unknown]": { visibility: "hidden" },
  },
});

export const Watchers = () => {
  const watchers = useLive((live) => live.watchers);
  return (
    <Watching data-unknown={watchers === null || undefined}>
      <Eye size={14} aria-hidden="true" />
      {watchers ?? 1} <OnWideScreens>watching</OnWideScreens>
    </Watching>
  );
};
