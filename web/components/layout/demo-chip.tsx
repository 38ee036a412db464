import { FlaskConical } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { WideScreenText } from "../ui/content/typography.tsx";
import { styled } from "../theme/styled.tsx";
import { Popover } from "./popover.tsx";

const DemoDetails = lazyOptional(() => import("./demo-details.tsx"));

const Chip = styled("button", {
  base: {
    position: "relative",
    flexShrink: 0,
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    px: "2.5",
    borderRadius: "pill",
    bg: "pendingTint",
    color: "pending",
    fontSize: "13",
    fontWeight: 600,
    lineHeight: "1.375rem",
    whiteSpace: "nowrap",
    /* Makes the chip tall enough to touch. */
    _after: { content: "''", position: "absolute", insetX: 0, insetY: "-0.75rem" },
  },
  variants: {
    place: {
      /* Phones have no room in the header, so the chip hangs from its lower edge. */
      header: {
        bg: { base: "canvas", sm: "pendingTint" },
        borderWidth: { base: "1px", sm: "0" },
        borderColor: "pending",
        lineHeight: { base: "1.25rem", sm: "1.75rem" },
        position: { base: "absolute", sm: "relative" },
        top: { base: "100%", sm: "auto" },
        left: { base: "50%", sm: "auto" },
        transform: { base: "translate(-50%, -50%)", sm: "none" },
      },
      bar: { "& svg": { hideBelow: "md" }, lineHeight: "1.25rem" },
    },
  },
});

/**
 * Says that services are simulated, and which ones in a popover. Renders nothing if all services
 * are real.
 */
export const DemoChip = ({ place }: { place: "header" | "bar" }) => {
  const id = useId();
  const [hasDetails, setHasDetails] = useState(false);
  const prepare = () => setHasDetails(true);
  if (!useConfig()?.simulated.length) return null;
  return (
    <>
      <Chip
        type="button"
        place={place}
        popoverTarget={id}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={prepare}
      >
        <FlaskConical size={14} aria-hidden="true" />
        <span>Demo{place === "header" ? " mode" : <WideScreenText> mode</WideScreenText>}</span>
      </Chip>
      <Popover id={id} label="Demo mode" place="note">
        <Suspense>{hasDetails && <DemoDetails />}</Suspense>
      </Popover>
    </>
  );
};
