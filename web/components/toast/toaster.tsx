import * as Radix from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { type FocusEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { dismissToast, useToasts } from "#web/lib/toast.ts";
import { styled } from "../theme/styled.tsx";
import { MailLink } from "../ui/mail-link.tsx";
import { floating } from "../theme/surfaces.ts";
import { useAboveDock } from "./use-above-dock.ts";
import { useInFront } from "./use-in-front.ts";

const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

const Viewport = styled(Radix.Viewport, {
  base: {
    position: "fixed",
    zIndex: "toast",
    right: 0,
    /* Where it would lie over what floats at the bottom of the page, above that. */
    bottom: "var(--above-dock, 0)",
    "dialog &": { bottom: 0 },
    w: "100vw",
    maxW: { md: "420px" },
    p: "4",
    pb: "max(1rem, env(safe-area-inset-bottom))",
    listStyle: "none",
    pointerEvents: "none",
  },
});

const Root = styled(Radix.Root, {
  base: {
    ...floating,
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gap: "1",
    p: "4",
    pe: "2",
    pointerEvents: "auto",
    touchAction: "none",
    "&[data-state=open]": { animation: "slide-in 220ms cubic-bezier(0.2, 0.7, 0.2, 1)" },
    "&[data-swipe=move]": { transform: "translateX(var(--radix-toast-swipe-move-x))" },
    "&[data-swipe=cancel]": { transform: "none", transition: "transform 160ms" },
    "&[data-swipe=end]": { animation: "slide-out 160ms ease-in forwards" },
  },
  variants: {
    /* On a phone the player says it itself. */
    place: { player: { "body:has([data-player]) &": { hideBelow: "md" } } },
    tone: { plain: {}, danger: { borderColor: "danger", "& [data-title]": { color: "danger" } } },
  },
});

const Title = styled(Radix.Title, { base: { fontWeight: 650 } });
const Description = styled(Radix.Description, { base: { fontSize: "14", color: "muted" } });
/* A toast is swiped away, so its text cannot be selected: the address can. */
const Address = styled("p", {
  base: { fontSize: "14", userSelect: "text", "& a": { textDecoration: "underline" } },
});
const Close = styled(Radix.Close, {
  base: {
    gridColumn: 2,
    gridRow: "1 / 4",
    display: "grid",
    placeItems: "center",
    boxSize: "touch",
    borderRadius: "pill",
    color: "muted",
    _hover: { color: "ink" },
  },
});

/**
 * Shows one toast at a time for 5000 ms, over a dialog too; swiping right dismisses it, F8 moves the
 * focus there, and dismissing it from there back to where it was.
 */
export const Toaster = () => {
  const { current, isOpen } = useToasts();
  const front = useInFront(isOpen);
  const viewport = useAboveDock(isOpen);
  const cameFrom = useRef<HTMLElement>(null);
  const note = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget;
  };
  const dismiss = () => {
    dismissToast();
    if (viewport.current?.contains(document.activeElement))
      cameFrom.current?.focus({ preventScroll: true });
  };
  /* Escape closes a dialog, and the toast in it stays. */
  const isForDialog = useRef(false);
  const noteEscape = () => {
    isForDialog.current = front.closest("dialog") !== null;
  };
  const change = (isWanted: boolean) => {
    if (!isWanted && !isForDialog.current) dismiss();
    isForDialog.current = false;
  };
  return (
    <Radix.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      announcerContainer={front}
    >
      {current && (
        <Root
          key={current.id}
          open={isOpen}
          onOpenChange={change}
          onEscapeKeyDown={noteEscape}
          tone={current.tone ?? "plain"}
          {...(current.place && { place: current.place })}
        >
          <Title data-title>{current.title}</Title>
          {current.description && <Description>{current.description}</Description>}
          {current.hasSupportAddress && (
            <Address>
              <MailLink subject="Payment problem" />
            </Address>
          )}
          <Close aria-label="Dismiss">
            <X size={16} />
          </Close>
        </Root>
      )}
      {createPortal(<Viewport ref={viewport} hotkey={["F8"]} onFocus={note} />, front)}
    </Radix.Provider>
  );
};
