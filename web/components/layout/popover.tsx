import type { ReactNode } from "react";
import { styled } from "../theme/styled.tsx";
import { floating } from "../theme/surfaces.ts";

const Panel = styled("div", {
  base: {
    ...floating,
    position: "fixed",
    inset: "auto",
    top: "4.25rem",
    right: "4",
    /* Under its own button, where the browser can tell. */
    "@supports (right: anchor(right))": { positionAnchor: "auto", right: "anchor(right)" },
    m: 0,
    p: "2",
    minW: "13rem",
    color: "ink",
    "&:popover-open": { display: "grid", animation: "rise 160ms ease-out" },
  },
});

interface PopoverProps {
  /** What its button names in `popoverTarget`. */
  id: string;
  label: string;
  children: ReactNode;
}

/**
 * A panel under the header that the browser itself opens, closes on Escape or a click elsewhere,
 * and gives the focus back from. Whatever is chosen in it closes it.
 */
export const Popover = ({ id, label, children }: PopoverProps) => (
  <Panel
    id={id}
    popover="auto"
    role="group"
    aria-label={label}
    onClick={(event) => event.currentTarget.hidePopover()}
  >
    {children}
  </Panel>
);

/** A line of a popover: a link or a button. */
export const popoverItem = {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    w: "100%",
    minH: "touch",
    px: "3",
    borderRadius: "control",
    fontSize: "14",
    fontWeight: 500,
    textAlign: "start",
    _hover: { bg: "ink/8" },
  },
} as const;
