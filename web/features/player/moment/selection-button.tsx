import { Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { dockHeight } from "../voice/keep-in-sight.ts";
import { selectedSentences } from "./selected-passage.ts";
import { shareMoment, type WantedPassage } from "./moment-store.ts";

/** Until a selection stands still. */
const SETTLE_MS = 250;
/** Of the button, in pixels, with some air. */
const HEIGHT_PX = 44;
const WIDTH_PX = 190;
const AIR_PX = 10;

interface Selected {
  passage: WantedPassage;
  left: number;
  top: number;
}

/** What is selected of a speech, and where the button for it finds room: under it, or above. */
const selectedNow = (turns: readonly Turn[]): Selected | null => {
  const selection = document.getSelection();
  const speech = selection?.anchorNode?.parentElement?.closest("[data-speech]");
  const article = speech?.closest("article");
  const turn = turns.find(({ turnNumber }) => article?.id === `turn-${turnNumber}`);
  if (!selection || !speech || turn?.status !== "complete") return null;
  const sentences = selectedSentences(speech, selection, spokenSentences(turn.content));
  if (!sentences) return null;
  const box = selection.getRangeAt(0).getBoundingClientRect();
  const floor = window.innerHeight - dockHeight() - HEIGHT_PX - AIR_PX;
  // Out of sight, nobody looks for it.
  if (box.bottom < 0 || box.top > floor) return null;
  const below = box.bottom + AIR_PX;
  return {
    passage: { turnNumber: turn.turnNumber, ...sentences },
    left: Math.max(AIR_PX, Math.min(box.left, window.innerWidth - WIDTH_PX - AIR_PX)),
    top: below < floor ? below : Math.max(AIR_PX, box.top - HEIGHT_PX - AIR_PX),
  };
};

/* Without it the focus is on the words, which it comes back to from the dialog. */
const ShareSelected = ({ passage, left, top, onShare }: Selected & { onShare: () => void }) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(`turn-${passage.turnNumber}`)}
    css={{ position: "fixed", zIndex: "dock", boxShadow: "float", bg: "raised" }}
    style={{ left, top }}
    // The words stay selected while it is pressed.
    onPointerDown={(event) => event.preventDefault()}
    onClick={() => {
      onShare();
      shareMoment(passage);
    }}
  >
    <Share2 size={16} />
    Share this moment
  </Button>
);

/** Beside words that somebody has selected: shares them. */
export const SelectionButton = ({ turns }: { turns: readonly Turn[] }) => {
  const [selected, setSelected] = useState<Selected | null>(null);
  // Every word of a live turn makes another list: what can be shared changes when a turn is over.
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  const complete = turns.filter(({ status }) => status === "complete").length;
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(settling);
      const find = () => setSelected(complete > 0 ? selectedNow(latest.current) : null);
      settling = setTimeout(find, SETTLE_MS);
    };
    // It comes back where the words have gone.
    const hide = () => {
      setSelected(null);
      look();
    };
    look();
    document.addEventListener("selectionchange", look);
    window.addEventListener("scroll", hide, { passive: true });
    return () => {
      clearTimeout(settling);
      document.removeEventListener("selectionchange", look);
      window.removeEventListener("scroll", hide);
    };
  }, [complete]);
  return selected && <ShareSelected {...selected} onShare={() => setSelected(null)} />;
};
