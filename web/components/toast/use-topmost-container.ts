import { useEffect, useLayoutEffect, useState } from "react";

/** The top open dialog, else the body. All dialogs are modal. */
const findTopmostContainer = (): Element =>
  [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/** Takes no space and creates no stacking context. */
const createContainer = (): HTMLElement => {
  const box = document.createElement("div");
  box.style.position = "absolute";
  return box;
};

/**
 * A container that is always inside the top dialog or the body. Content outside an open dialog is
 * inert and hidden from screen readers. Moves only while `isShown`.
 */
export const useTopmostContainer = (isShown: boolean): HTMLElement => {
  const [box] = useState(createContainer);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const move = () => {
      const topmost = findTopmostContainer();
      if (box.parentElement !== topmost) topmost.append(box);
    };
    move();
    const observer = new MutationObserver(move);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, [box, isShown]);
  useEffect(() => () => box.remove(), [box]);
  return box;
};
