/**
 * Callback ref for a focusable container. If the focused element inside is removed, the container
 * receives the focus, so that keyboard users keep their place.
 */
export const restoreLostFocus = (container: HTMLElement | null): (() => void) | undefined => {
  if (!container) return undefined;
  let lastFocused: EventTarget | null = null;
  const rememberFocus = ({ target }: FocusEvent) => {
    lastFocused = target;
  };
  const observer = new MutationObserver(() => {
    const isLost = lastFocused instanceof Node && !lastFocused.isConnected;
    if (isLost && document.activeElement === document.body)
      container.focus({ preventScroll: true });
  });
  container.addEventListener("focusin", rememberFocus);
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    container.removeEventListener("focusin", rememberFocus);
    observer.disconnect();
  };
};
