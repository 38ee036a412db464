import { type ReactNode, useEffect, useRef } from "react";
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
    "&:popover-open": { animation: "rise 160ms ease-out" },
  },
});

interface PopoverProps {
  /** What its button names in `popoverTarget`. */
  id: string;
  label: string;
  children: ReactNode;
}

/** Moves the focus among a panel's lines, as the key says; from its button, too, which Down opens. */
const moveBy = (event: KeyboardEvent, panel: HTMLElement): void => {
  const focused = document.activeElement;
  const isButton = focused?.getAttribute("popovertarget") === panel.id;
  if (!isButton && !panel.contains(focused)) return;
  if (!panel.matches(":popover-open")) {
    if (event.key !== "ArrowDown") return;
    panel.showPopover();
  }
  const lines = [...panel.querySelectorAll<HTMLElement>("a, button:enabled")];
  const at = lines.findIndex((line) => line === focused);
  const places = new Map([
    ["ArrowDown", (at + 1) % lines.length],
    ["ArrowUp", Math.max(at, 0) - 1],
    ["Home", 0],
    ["End", -1],
  ]);
  const place = places.get(event.key);
  if (place === undefined) return;
  event.preventDefault();
  lines.at(place)?.focus();
};

/**
 * A panel under the header that the browser itself opens, closes on Escape or a click elsewhere,
 * and gives the focus back from; the arrow keys move in it. Whatever is chosen in it closes it.
 */
export const Popover = ({ id, label, children }: PopoverProps) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => panel.current && moveBy(event, panel.current);
    window.addEventListener("keydown", move);
    return () => window.removeEventListener("keydown", move);
  }, []);
  return (
    <Panel
      ref={panel}
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onClick={(event) => event.currentTarget.hidePopover()}
    >
      {children}
    </Panel>
  );
};

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
