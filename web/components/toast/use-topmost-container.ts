import { useEffect, useLayoutEffect, useState } from "react";

/** The topmost open dialog, or the body. All dialogs are modal. */
const findTopmostContainer = (): Element =>
  [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/** Creates an element that takes no space and has no stacking context. */
const createContainer = (): HTMLElement => {
  const box = document.createElement("div");
  box.style.position = "absolute";
  return box;
};

/**
 * Returns a container that is always in the topmost open dialog, or else in the body, because
 * content outside of an open dialog is inert. Moves only while `isShown`.
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
