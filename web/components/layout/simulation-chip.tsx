import { FlaskConical } from "lucide-react";
import { useId } from "react";
import { WideScreenText } from "../ui/content/typography.tsx";
import { styled } from "../theme/styled.tsx";
import { DemoDetails } from "./demo-details.tsx";
import type { DemoChipProps } from "./demo-chip.tsx";
import { Popover } from "./popover.tsx";

/* Taller than the visible chip, so that a thumb can press it. */
const ChipButton = styled("button", {
  base: { flexShrink: 0, display: "inline-flex", alignItems: "center", minH: "touch" },
  variants: {
    place: {
      /* Where the header has no room, the chip hangs from its lower edge. */
      header: {
        position: { base: "absolute", sm: "relative", lg: "absolute", xl: "relative" },
        top: { base: "100%", sm: "auto", lg: "100%", xl: "auto" },
        left: { base: "50%", sm: "auto", lg: "50%", xl: "auto" },
        transform: {
          base: "translate(-50%, -50%)",
          sm: "none",
          lg: "translate(-50%, -50%)",
          xl: "none",
        },
      },
      /* Without the margin the bar would be taller. */
      bar: { my: "-0.75rem" },
    },
  },
});

const Chip = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    px: "2.5",
    borderRadius: "pill",
    bg: "pendingTint",
    color: "pending",
    fontSize: "13",
    fontWeight: 600,
    whiteSpace: "nowrap",
  },
  variants: {
    place: {
      header: {
        bg: { base: "canvas", sm: "pendingTint", lg: "canvas", xl: "pendingTint" },
        borderWidth: { base: "1px", sm: "0", lg: "1px", xl: "0" },
        borderColor: "pending",
        lineHeight: { base: "1.25rem", sm: "1.75rem", lg: "1.25rem", xl: "1.75rem" },
      },
      bar: { "& svg": { hideBelow: "md" }, lineHeight: "1.25rem" },
    },
  },
});

/** Says that services are simulated, and which ones in a popover. */
const SimulationChip = ({ place }: DemoChipProps) => {
  const id = useId();
  return (
    <>
      <ChipButton type="button" place={place} popoverTarget={id}>
        <Chip place={place}>
          <FlaskConical size={14} aria-hidden="true" />
          <span>Demo{place === "header" ? " mode" : <WideScreenText> mode</WideScreenText>}</span>
        </Chip>
      </ChipButton>
      <Popover id={id} label="Demo mode" place="note">
        <DemoDetails />
      </Popover>
    </>
  );
};

export default SimulationChip;
