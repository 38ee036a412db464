/**
 * The `ref` of a part of a page that can have the focus: it takes it when what had it there has gone
 * away, a button with what it was for, so that whoever is at the keyboard goes on from there.
 */
export const keepFocus = (part: HTMLElement | null): (() => void) | undefined => {
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
