import { Suspense, useId, useState } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { WideScreenText } from "../ui/content/typography.tsx";
import { styled } from "../theme/styled.tsx";
import { Popover } from "../layout/popover.tsx";

const DemoDetails = lazyOptional(() => import("./demo-details.tsx"));

const hangingStyle = {
  position: "absolute",
  bottom: "-1.375rem",
  left: "50%",
  translate: "-50%",
  "& > span": { bg: "canvas", border: "1px solid" },
} as const;

/* The button is taller than the visible chip, so that a thumb can press it. */
const Chip = styled("button", {
  base: {
    minH: "touch",
    color: "pending",
    fontSize: "13",
    whiteSpace: "nowrap",
    "& > span": { px: "2.5", borderRadius: "pill", bg: "pendingTint" },
  },
  variants: {
    place: {
      /* On phones the header has no room, so the chip hangs below its edge. */
      header: {
        ...hangingStyle,
        /* A running debate's bar covers the header and has its own chip. */
        "body:has([data-page-bar]:not([aria-hidden])) &": { display: "none" },
        /* A finished debate's bar covers the header, so the chip hangs below both. */
        "body:has([aria-hidden][data-needed]) &": { bottom: "-2.25rem" },
      },
      /* The negative margin keeps the tall button from making the bar taller. */
      bar: { my: "-0.75rem" },
    },
  },
});

/**
 * Says that services are simulated. A click opens a popover that lists them. Renders nothing if all
 * services are real.
 */
export const DemoChip = ({ place }: { place: "header" | "bar" }) => {
  const id = useId();
  const [hasDetails, setHasDetails] = useState(false);
  if (!useConfig()?.simulated.length) return null;
  return (
    <>
      <Chip type="button" place={place} popoverTarget={id} onClick={() => setHasDetails(true)}>
        <span>Demo{place === "header" ? " mode" : <WideScreenText> mode</WideScreenText>}</span>
      </Chip>
      <Popover id={id} label="Demo mode" place="note">
        <Suspense>{hasDetails && <DemoDetails />}</Suspense>
      </Popover>
    </>
  );
};
