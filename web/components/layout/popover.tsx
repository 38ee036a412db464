import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { styled } from "../theme/styled.tsx";
import { floatingSurface } from "../theme/surfaces.ts";

const Panel = styled("div", {
  base: {
    ...floatingSurface,
    position: "fixed",
    inset: "auto",
    top: "4.25rem",
    right: "4",
    /* Puts the popover below its button, if the browser supports anchor positioning. */
    "@supports (right: anchor(right))": { positionAnchor: "auto", right: "anchor(right)" },
    m: 0,
    p: "2",
    minW: "13rem",
    /* In low windows the popover scrolls. */
    maxH: "calc(100dvh - 5rem)",
    overflowY: "auto",
    overscrollBehavior: "contain",
    /* Undoes the scroll margin that items would inherit from a sticky bar around the popover. */
    "&& :is(a, button)": { scrollMarginBlock: 0 },
    color: "ink",
    "&:popover-open": { animation: "rise 160ms ease-out" },
  },
  variants: {
    place: {
      header: {},
      /*
       * A popover with text is as wide as a paragraph. In small windows it is placed below the
       * header, not at its button.
       */
      note: {
        top: { base: "5.25rem", sm: "4.25rem" },
        w: "min(24rem, 100vw - 2rem)",
        "@supports (right: anchor(right))": { right: { base: "4", lg: "anchor(right)" } },
      },
      /*
       * Puts the popover next to its button, or in the window's centre if the browser does not
       * support anchor positioning.
       */
      page: {
        inset: 0,
        m: "auto",
        h: "fit-content",
        w: "fit-content",
        "@supports (position-area: bottom)": {
          positionAnchor: "auto",
          positionArea: "bottom span-left",
          positionTryFallbacks: "flip-inline, flip-block, flip-inline flip-block",
          inset: "auto",
          m: 0,
          my: "2",
        },
      },
    },
  },
});

interface PopoverProps {
  /** The id in the button's `popoverTarget`. */
  id: string;
  label: string;
  /** Where the button is. */
  place?: "header" | "page" | "note";
  children: ReactNode;
}

/**
 * Moves the focus between the items with the arrow keys, Home and End. ArrowDown on the button
 * opens the panel.
 */
const moveFocusByKey = (event: KeyboardEvent, panel: HTMLElement): void => {
  const focused = document.activeElement;
  const isButton = focused?.getAttribute("popovertarget") === panel.id;
  if (!isButton && !panel.contains(focused)) return;
  // Older browsers may not have loaded the popover polyfill yet.
  if (!("showPopover" in panel)) return;
  if (!panel.matches(":popover-open")) {
    if (event.key !== "ArrowDown") return;
    panel.showPopover();
  }
  const items = [...panel.querySelectorAll<HTMLElement>("a, button:enabled")];
  const focusedIndex = items.findIndex((candidate) => candidate === focused);
  const targets = new Map([
    ["ArrowDown", (focusedIndex + 1) % items.length],
    ["ArrowUp", Math.max(focusedIndex, 0) - 1],
    ["Home", 0],
    ["End", -1],
  ]);
  const targetIndex = targets.get(event.key);
  if (targetIndex === undefined) return;
  event.preventDefault();
  items.at(targetIndex)?.focus();
};

/**
 * A panel of links and buttons. The browser opens it, closes it (Escape, click outside) and
 * restores the focus. A click on a link or button closes it, too.
 */
export const Popover = ({ id, label, place = "header", children }: PopoverProps) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => panel.current && moveFocusByKey(event, panel.current);
    window.addEventListener("keydown", move);
    return () => window.removeEventListener("keydown", move);
  }, []);
  return (
    <Panel
      ref={panel}
      id={id}
      place={place}
      popover="auto"
      role="group"
      aria-label={label}
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest("a, button")) currentTarget.hidePopover();
      }}
    >
      {children}
    </Panel>
  );
};

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
    _hover: { bg: "ink.8" },
  },
} as const;

const Item = styled("button", popoverItem);

export const MenuItem = (item: ComponentProps<typeof Item>) => <Item type="button" {...item} />;
