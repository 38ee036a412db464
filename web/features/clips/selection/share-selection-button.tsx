import { Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { getDockHeightPx } from "#web/lib/speech-text/scroll-into-view.ts";
import { findSelectedSentences } from "./find-selected-sentences.ts";
import { openClipDialog, type ClipShareRequest } from "#web/lib/clip-dialog-store.ts";

const DEBOUNCE_MS = 250;
const BUTTON_HEIGHT_PX = 44;
const BUTTON_WIDTH_PX = 190;
const MARGIN_PX = 10;

interface SelectedPassage {
  passage: ClipShareRequest;
  left: number;
  top: number;
}

/** The selected sentences and the share button's position; null if there is no button. */
const findSelectedPassage = (turns: readonly Turn[]): SelectedPassage | null => {
  const selection = document.getSelection();
  const speech = selection?.anchorNode?.parentElement?.closest("[data-speech]");
  const article = speech?.closest("article");
  const turn = turns.find(({ turnNumber }) => article?.id === `turn-${turnNumber}`);
  if (!selection || !speech || turn?.status !== "complete") return null;
  const sentences = findSelectedSentences(speech, selection, splitSentences(turn.content));
  if (!sentences) return null;
  const box = selection.getRangeAt(0).getBoundingClientRect();
  const maxTop = window.innerHeight - getDockHeightPx() - BUTTON_HEIGHT_PX - MARGIN_PX;
  // Shows no button while the selection is out of view.
  if (box.bottom < 0 || box.top > maxTop) return null;
  const belowPx = box.bottom + MARGIN_PX;
  return {
    passage: { turnNumber: turn.turnNumber, ...sentences },
    left: Math.max(MARGIN_PX, Math.min(box.left, window.innerWidth - BUTTON_WIDTH_PX - MARGIN_PX)),
    top: belowPx < maxTop ? belowPx : Math.max(MARGIN_PX, box.top - BUTTON_HEIGHT_PX - MARGIN_PX),
  };
};

/* The turn receives the focus when the button disappears, and again when the clip dialog closes. */
const FloatingShareButton = ({
  passage,
  left,
  top,
  onShare,
}: SelectedPassage & { onShare: () => void }) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(`turn-${passage.turnNumber}`)}
    css={{ position: "fixed", zIndex: "dock", boxShadow: "float", bg: "raised" }}
    style={{ left, top }}
    // Keeps the text selected when the button is pressed.
    onPointerDown={(event) => event.preventDefault()}
    onClick={() => {
      onShare();
      openClipDialog(passage);
    }}
  >
    <Share2 size={16} />
    Share this moment
  </Button>
);

export const ShareSelectionButton = ({ turns }: { turns: readonly Turn[] }) => {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  // Every delta changes `turns`. The ref keeps deltas from running the effect with `scheduleUpdate`
  // again.
  const latestTurns = useRef(turns);
  useEffect(() => {
    latestTurns.current = turns;
  });
  const completeTurns = turns.filter(({ status }) => status === "complete").length;
  useEffect(() => {
    let debounceTimer: ReturnType<typeof setTimeout> | undefined;
    const scheduleUpdate = () => {
      clearTimeout(debounceTimer);
      const update = () =>
        setSelected(completeTurns > 0 ? findSelectedPassage(latestTurns.current) : null);
      debounceTimer = setTimeout(update, DEBOUNCE_MS);
    };
    // Hides the button while the user scrolls. Afterwards its position is calculated again.
    const hide = () => {
      setSelected(null);
      scheduleUpdate();
    };
    scheduleUpdate();
    document.addEventListener("selectionchange", scheduleUpdate);
    window.addEventListener("scroll", hide, { passive: true });
    return () => {
      clearTimeout(debounceTimer);
      document.removeEventListener("selectionchange", scheduleUpdate);
      window.removeEventListener("scroll", hide);
    };
  }, [completeTurns]);
  return selected && <FloatingShareButton {...selected} onShare={() => setSelected(null)} />;
};
