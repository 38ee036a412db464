/**
 * Callback ref for a focusable container. Moves the focus to it when the focused element inside is
 * removed, so that keyboard users keep their place.
 */
export const restoreLostFocus = (part: HTMLElement | null): (() => void) | undefined => {
  if (!part) return undefined;
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const observer = new MutationObserver(() => {
    const isLost = last instanceof Node && !last.isConnected;
    if (isLost && document.activeElement === document.body) part.focus({ preventScroll: true });
  });
  part.addEventListener("focusin", note);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", note);
    observer.disconnect();
  };
};
