import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import type { TurnLayout } from "./turn-layout.ts";

const Summary = styled("summary", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    minH: "touch",
    borderBottomWidth: "1px",
    borderColor: "line",
    fontSize: "14",
    fontWeight: 600,
    color: "muted",
    listStyle: "none",
    outlineOffset: "-2px",
    "&::-webkit-details-marker": { display: "none" },
    _hover: { color: "ink" },
    "& svg": {
      transition: "transform {durations.quick}",
      "details[open] > summary > &": { transform: "rotate(180deg)" },
    },
  },
  variants: {
    variant: {
      reading: {},
      stage: {},
    },
  },
});

const TurnItems = styled("ol", {
  base: { display: "grid", gap: { base: "8", md: "10" }, listStyle: "none", minW: 0 },
});

interface FoldedTurnsProps {
  count: number;
  variant: TurnLayout;
  children: ReactNode;
}

/** The first turns of a long debate in one line. Unfolding it shows one line per turn. */
export const FoldedTurns = ({ count, variant, children }: FoldedTurnsProps) => (
  <details>
    <Summary variant={variant}>
      Turns 1 to {count}
      <ChevronDown size={16} aria-hidden="true" />
    </Summary>
    <TurnItems aria-label={`Turns 1 to ${count}`}>{children}</TurnItems>
  </details>
);
