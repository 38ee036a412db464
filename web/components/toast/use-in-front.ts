import { useEffect, useLayoutEffect, useState } from "react";

/** What can be seen and used: the dialog that is open, as all of ours are modal, else the page. */
const inFront = (): Element =>
  [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/** Takes no room in what it is put into, and is no ground of its own for what is in it. */
const aBox = (): HTMLElement => {
  const box = document.createElement("div");
  box.style.position = "absolute";
  return box;
};

/**
 * An element that stands in what is in front, wherever dialogs open, close or go away: what lies
 * beside an open one is under it, cannot be pressed, and is read to nobody. It moves only while
 * something is shown in it.
 */
export const useInFront = (isShown: boolean): HTMLElement => {
  const [box] = useState(aBox);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const move = () => {
      const front = inFront();
      if (box.parentElement !== front) front.append(box);
    };
    move();
    const observer = new MutationObserver(move);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, [box, isShown]);
  useEffect(() => () => box.remove(), [box]);
  return box;
};
