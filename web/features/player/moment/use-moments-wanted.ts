import { useEffect, useState } from "react";
import { useMoments } from "./moment-store.ts";

/** Whether somebody has selected words of a speech. */
const hasSelected = (): boolean => {
  const selection = document.getSelection();
  const node = selection?.isCollapsed === false ? selection.anchorNode : null;
  return node?.parentElement?.closest("[data-speech]") instanceof Element;
};

/** Whether anybody wants a moment of the debate: until then the page does without the code for it. */
export const useMomentsWanted = (isLinked: boolean): boolean => {
  const isSharing = useMoments(({ sharing }) => sharing !== null);
  const [isWanted, setWanted] = useState(isLinked);
  if ((isSharing || isLinked) && !isWanted) setWanted(true);
  useEffect(() => {
    if (isWanted) return undefined;
    const look = () => hasSelected() && setWanted(true);
    // They may have done so before the page lived.
    look();
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [isWanted]);
  return isWanted;
};
