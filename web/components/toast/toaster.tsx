import * as Radix from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { type FocusEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { dismissToast, TOAST_MS, useToasts } from "#web/lib/toast.ts";
import { styled } from "../theme/styled.tsx";
import { ContactEmailLink } from "../ui/content/contact-email-link.tsx";
import { floatingSurface } from "../theme/surfaces.ts";
import { SMALL_WINDOW_QUERY } from "./small-window-query.ts";
import { useToastPosition } from "./use-toast-position.ts";
import { useTopmostContainer } from "./use-topmost-container.ts";

const SWIPE_THRESHOLD_PX = 50;

const Viewport = styled(Radix.Viewport, {
  base: {
    position: "fixed",
    zIndex: "toast",
    /* Hidden until it has a position. */
    visibility: "hidden",
    left: "2",
    top: "2",
    w: "calc(100vw - 1rem)",
    maxW: { md: "420px" },
    listStyle: "none",
    pointerEvents: "none",
  },
});

const Root = styled(Radix.Root, {
  base: {
    ...floatingSurface,
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gap: "1",
    ps: "4",
    pe: "1",
    py: "2.5",
    pointerEvents: "auto",
    touchAction: "none",
    "&[data-state=open]": { animation: "appear 220ms ease-out" },
    "&[data-swipe=move]": { transform: "translateX(var(--radix-toast-swipe-move-x))" },
    "&[data-swipe=cancel]": { transform: "none", transition: "transform 160ms" },
    "&[data-swipe=end]": { animation: "slide-out 160ms ease-in forwards" },
  },
  variants: {
    /* In a small window the open player shows its toasts itself. */
    place: {
      player: { "body:has([data-player]) &": { [SMALL_WINDOW_QUERY]: { display: "none" } } },
    },
    tone: { plain: {}, danger: { borderColor: "danger", "& [data-title]": { color: "danger" } } },
  },
});

const Title = styled(Radix.Title, { base: { fontWeight: 650 } });
const Description = styled(Radix.Description, { base: { fontSize: "14", color: "muted" } });
/* Swipe support makes text in toasts unselectable. The address must be selectable. */
const SupportAddress = styled("p", {
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
 * Shows one toast at a time where it covers no control, also above dialogs. Swiping it to the right
 * dismisses it. F8 focuses the toast; dismissing it returns the focus.
 */
export const Toaster = () => {
  const { current, isOpen } = useToasts();
  const container = useTopmostContainer(isOpen);
  const { list, isPlaced } = useToastPosition(isOpen && current ? current.id : null);
  const previousFocus = useRef<HTMLElement>(null);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      previousFocus.current = relatedTarget;
  };
  const dismiss = () => {
    dismissToast();
    if (list.current?.contains(document.activeElement))
      previousFocus.current?.focus({ preventScroll: true });
  };
  /* Escape closes a dialog, but not the toast in it. */
  const isForDialog = useRef(false);
  const handleEscape = () => {
    isForDialog.current = container.closest("dialog") !== null;
  };
  const handleOpenChange = (isStillOpen: boolean) => {
    if (!isStillOpen && !isForDialog.current) dismiss();
    isForDialog.current = false;
  };
  return (
    <Radix.Provider
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      announcerContainer={container}
    >
      {current && (
        <Root
          key={current.id}
          open={isOpen}
          /* The time starts when the toast is painted, which a loading page may delay by 1 s. */
          duration={isPlaced ? TOAST_MS : Infinity}
          onOpenChange={handleOpenChange}
          onEscapeKeyDown={handleEscape}
          tone={current.tone ?? "plain"}
          {...(current.place && { place: current.place })}
        >
          <Title data-title>{current.title}</Title>
          {current.description && <Description>{current.description}</Description>}
          {current.hasSupportAddress && (
            <SupportAddress>
              <ContactEmailLink subject="Payment problem" />
            </SupportAddress>
          )}
          <Close aria-label="Dismiss">
            <X size={16} />
          </Close>
        </Root>
      )}
      {createPortal(<Viewport ref={list} hotkey={["F8"]} onFocus={rememberFocus} />, container)}
    </Radix.Provider>
  );
};
