import { Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { Button } from "#web/components/ui/button.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { dockHeight } from "../voice/keep-in-sight.ts";
import { selectedSentences } from "./selected-passage.ts";
import { shareMoment, type WantedPassage } from "./moment-store.ts";

const SETTLE_MS = 250;
const HEIGHT_PX = 44;
const WIDTH_PX = 190;
const AIR_PX = 10;

interface Selected {
  passage: WantedPassage;
  left: number;
  top: number;
}

/** The selected sentences and the button's position, below or above them. */
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
  // Hidden while the selection is out of view.
  if (box.bottom < 0 || box.top > floor) return null;
  const below = box.bottom + AIR_PX;
  return {
    passage: { turnNumber: turn.turnNumber, ...sentences },
    left: Math.max(AIR_PX, Math.min(box.left, window.innerWidth - WIDTH_PX - AIR_PX)),
    top: below < floor ? below : Math.max(AIR_PX, box.top - HEIGHT_PX - AIR_PX),
  };
};

/* When the button disappears, the focus goes to the turn. The dialog returns
   it there as well. */
const ShareSelected = ({ passage, left, top, onShare }: Selected & { onShare: () => void }) => (
  <Button
    ref={useFocusFallback<HTMLButtonElement>(`turn-${passage.turnNumber}`)}
    css={{ position: "fixed", zIndex: "dock", boxShadow: "float", bg: "raised" }}
    style={{ left, top }}
    // Keeps the text selected while the button is pressed.
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

export const SelectionButton = ({ turns }: { turns: readonly Turn[] }) => {
  const [selected, setSelected] = useState<Selected | null>(null);
  // `turns` changes with every delta, but only completed turns can be shared.
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
    // The position is recalculated after scrolling stops.
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
