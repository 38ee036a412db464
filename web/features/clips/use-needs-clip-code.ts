import { useEffect, useState } from "react";
import { useClipDialog } from "#web/lib/clip-dialog-store.ts";

const hasSpeechSelection = (): boolean => {
  const selection = document.getSelection();
  const node = selection?.isCollapsed === false ? selection.anchorNode : null;
  return node?.parentElement?.closest("[data-speech]") instanceof Element;
};

/** Whether to load the code for clips: for a clip in the URL, the dialog, or selected text. */
export const useNeedsClipCode = (isLinked: boolean): boolean => {
  const isSharing = useClipDialog(({ sharing }) => sharing !== null);
  const [isWanted, setWanted] = useState(isLinked);
  if ((isSharing || isLinked) && !isWanted) setWanted(true);
  useEffect(() => {
    if (isWanted) return undefined;
    const checkSelection = () => hasSpeechSelection() && setWanted(true);
    // Text may already have been selected before hydration.
    checkSelection();
    document.addEventListener("selectionchange", checkSelection);
    return () => document.removeEventListener("selectionchange", checkSelection);
  }, [isWanted]);
  return isWanted;
};
