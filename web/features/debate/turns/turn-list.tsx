import { type RefObject, useEffect, useRef } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { showGate } from "../visitor-gate.tsx";
import { EarlierTurns } from "./earlier-turns.tsx";
import { type Folding, linesAbove } from "./folding.ts";
import { markTurn, showTurn } from "./show-turn.ts";
import { TurnArticle } from "./turn-article.tsx";
import type { TurnLook } from "./turn-look.ts";

const List = styled("ol", {
  base: { display: "grid", gap: { base: "8", md: "10" }, listStyle: "none", minW: 0 },
});

const Item = styled("li", {
  base: {
    minW: 0,
    // As high as it was, while it is far from sight.
    containIntrinsicHeight: "auto 36rem",
    // What stands out of it, a focus ring for one, is not cut off.
    overflowClipMargin: "1rem",
    // Lines that belong together stand close.
    "&:has(> article > details:not([open])) + &:has(> article > details:not([open]))": {
      mt: { base: "-8", md: "-10" },
    },
    "&:has(> details) + &:has(> article > details:not([open]))": { mt: { base: "-8", md: "-10" } },
    // Over the lectern that it may have gone away under: what has the focus is seen.
    "&:has([data-note]:focus-visible)": { position: "relative", zIndex: 2 },
    // As high as what stands there before the first one.
    "&:has([aria-busy])": { minH: "7.5rem" },
  },
});

/** By then, what the page opens with has come to its place. */
const SHOWN_MS = 500;

/** Leaves those of these that are out of sight to be laid out when they come near it. */
const layOutOnSight = (items: readonly HTMLElement[]): void => {
  const isFar = items.map((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom < 0 || top > window.innerHeight;
  });
  // What is seen stays as it is: the browser would take it for something new.
  for (const [at, item] of items.entries())
    if (isFar[at]) item.style.setProperty("content-visibility", "auto");
};

/**
 * While one speaks, turns out of sight are not laid out: a frame of a long debate costs what is
 * seen of it. Once they were shown, which tells how high they are: a link to one of them would miss
 * it.
 */
const useSightOnly = (turns: readonly Turn[]): RefObject<HTMLOListElement | null> => {
  const list = useRef<HTMLOListElement>(null);
  const isLive = turns.some(({ status }) => status === "streaming");
  useEffect(() => {
    if (!isLive || !list.current) return undefined;
    const items = [...list.current.querySelectorAll<HTMLElement>(":scope > li")];
    const timer = setTimeout(layOutOnSight, SHOWN_MS, items);
    return () => {
      clearTimeout(timer);
      for (const item of items) item.style.removeProperty("content-visibility");
    };
  }, [isLive]);
  return list;
};

/** Opens what the address names: a turn, which is marked then, or what stands in its place. */
const showLinked = (): void => {
  const [, linked] = /^#turn-(\d{1,9})$/.exec(window.location.hash) ?? [];
  if (linked === undefined) return;
  for (const before of document.querySelectorAll("[data-linked]"))
    before.removeAttribute("data-linked");
  if (showTurn(Number(linked))) markTurn(Number(linked));
  else showGate();
};

/** A link to one turn opens it, also when it was not in the page yet, or is in it already. */
const useLinkedTurn = (isHere: boolean) =>
  useEffect(() => {
    if (!isHere) return undefined;
    showLinked();
    window.addEventListener("hashchange", showLinked);
    return () => window.removeEventListener("hashchange", showLinked);
  }, [isHere]);

interface TurnListProps {
  debate: Debate;
  turns: readonly Turn[];
  isJudged: boolean;
  look: TurnLook;
  /** How the turns stood when the page was opened. */
  folding: Folding;
  Controls: DebateSlots["TurnControls"];
}

/** The speeches in their order. Finished ones are not rendered again while another is spoken. */
export const TurnList = (props: TurnListProps) => {
  const { debate, turns, isJudged, look, folding, Controls } = props;
  const labelOf = useProviderLabel();
  const list = useSightOnly(turns);
  useLinkedTurn(turns.length > 0);
  const item = (turn: Turn) => (
    <Item key={turn.turnNumber}>
      <TurnArticle
        turn={turn}
        speaker={labelOf(providerOf(turn.role, debate))}
        judge={debate.judge}
        isJudged={isJudged}
        look={look}
        isOpen={turn.turnNumber >= folding.from}
        linesAbove={turn.turnNumber === folding.from ? linesAbove(folding) : undefined}
        Controls={Controls}
      />
    </Item>
  );
  const [earlier, others] = [
    turns.filter(({ turnNumber }) => turnNumber <= folding.together),
    turns.filter(({ turnNumber }) => turnNumber > folding.together),
  ];
  return (
    <List ref={list} aria-label="Turns">
      {earlier.length > 0 && (
        <Item key="earlier">
          <EarlierTurns count={earlier.length} look={look}>
            {earlier.map(item)}
          </EarlierTurns>
        </Item>
      )}
      {others.map(item)}
    </List>
  );
};
