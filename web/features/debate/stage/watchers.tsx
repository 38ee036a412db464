import { Eye } from "lucide-react";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useLive } from "../live/live-store.ts";

/* Its place is kept, so nothing moves when it is known; by the style that the server has written. */
const Watching = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    whiteSpace: "nowrap",
    "&[data-unknown]": { visibility: "hidden" },
  },
});

/** How many are looking at the debate now. */
export const Watchers = () => {
  const watchers = useLive((live) => live.watchers);
  return (
    <Watching data-unknown={watchers === null || undefined}>
      <Eye size={14} aria-hidden="true" />
      {watchers ?? 1} <OnWideScreens>watching</OnWideScreens>
    </Watching>
  );
};
