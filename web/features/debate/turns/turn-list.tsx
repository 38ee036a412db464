import { type RefObject, useEffect, useRef } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { isSealedTurn } from "#shared/domain/debates/judging/sealed-results.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { scrollToVisitorGate } from "../locked-turns.ts";
import { FoldedTurns } from "./folded-turns.tsx";
import type { TurnFolding, TurnLayout } from "./turn-layout.ts";
import { markTurnAsLinked, scrollToTurn } from "./scroll-to-turn.ts";
import { TurnArticle } from "./turn-article.tsx";

const List = styled("ol", {
  base: { display: "grid", gap: { base: "8", md: "10" }, listStyle: "none", minW: 0 },
});

const Item = styled("li", {
  base: {
    minW: 0,
    // Assumed height while the browser skips the layout of the item.
    containIntrinsicHeight: "auto 36rem",
    // Leaves room for focus rings, which `content-visibility: auto` would otherwise clip.
    overflowClipMargin: "1rem",
    // Removes the gap between adjacent folded turns.
    "&:has(> article > details:not([open])) + &:has(> article > details:not([open]))": {
      mt: { base: "-8", md: "-10" },
    },
    "&:has(> details) + &:has(> article > details:not([open]))": { mt: { base: "-8", md: "-10" } },
    // Minimum height of a starting turn, equal to its placeholder.
    "&:has([aria-busy])": { minH: "7.5rem" },
  },
});

/** Leaves the browser time to complete the initial layout. */
const LAYOUT_DELAY_MS = 500;

/** Sets content-visibility to auto for the items outside the viewport. */
const skipOffscreenLayout = (items: readonly HTMLElement[]): void => {
  const isOffscreen = items.map((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom < 0 || top > window.innerHeight;
  });
  // Visible items are skipped, because the change would count as a layout shift.
  for (const [index, item] of items.entries())
    if (isOffscreen[index]) item.style.setProperty("content-visibility", "auto");
};

/**
 * While a turn is streaming, turns out of view are not laid out, which keeps frames of long
 * debates cheap. They are laid out once before, so that their real heights are known and links to
 * them scroll correctly.
 */
const useOffscreenLayoutSkipping = (turns: readonly Turn[]): RefObject<HTMLOListElement | null> => {
  const list = useRef<HTMLOListElement>(null);
  const isLive = turns.some(({ status }) => status === "streaming");
  useEffect(() => {
    if (!isLive || !list.current) return undefined;
    const items = [...list.current.querySelectorAll<HTMLElement>(":scope > li")];
    const timer = setTimeout(skipOffscreenLayout, LAYOUT_DELAY_MS, items);
    return () => {
      clearTimeout(timer);
      for (const item of items) item.style.removeProperty("content-visibility");
    };
  }, [isLive]);
  return list;
};

/** Scrolls to the turn in the URL's hash, or to the sign-up box if the turn is locked. */
const scrollToLinkedTurn = (): void => {
  const [, turnNumber] = /^#turn-(\d{1,9})$/.exec(window.location.hash) ?? [];
  if (turnNumber === undefined) return;
  for (const element of document.querySelectorAll("[data-linked]"))
    element.removeAttribute("data-linked");
  if (scrollToTurn(Number(turnNumber))) markTurnAsLinked(Number(turnNumber));
  else scrollToVisitorGate();
};

/** Opens the linked turn once it is in the page, and on each change of the hash. */
const useScrollToLinkedTurn = (isRendered: boolean) =>
  useEffect(() => {
    if (!isRendered) return undefined;
    scrollToLinkedTurn();
    window.addEventListener("hashchange", scrollToLinkedTurn);
    return () => window.removeEventListener("hashchange", scrollToLinkedTurn);
  }, [isRendered]);

interface TurnListProps {
  debate: Debate;
  turns: readonly Turn[];
  isJudged: boolean;
  variant: TurnLayout;
  folding: TurnFolding;
  Controls: DebateSlots["TurnControls"];
}

/** The speeches in order. Finished ones are not rendered again while another is streaming. */
export const TurnList = (props: TurnListProps) => {
  const { debate, turns, isJudged, variant, folding, Controls } = props;
  const getProviderLabel = useProviderLabel();
  const list = useOffscreenLayoutSkipping(turns);
  useScrollToLinkedTurn(turns.length > 0);
  const item = (turn: Turn) => (
    <Item key={turn.turnNumber}>
      <TurnArticle
        turn={turn}
        reactions={debate.sentenceReactions?.turns.find(({ turnId }) => turnId === turn.id)}
        speaker={getProviderLabel(getProviderOfRole(turn.role, debate))}
        judge={debate.judge}
        isJudged={isJudged}
        isSealed={
          Boolean(debate.seal) &&
          turn.status === "complete" &&
          isSealedTurn(turn.turnNumber, debate.maxTurns)
        }
        variant={variant}
        isOpen={turn.turnNumber >= folding.firstOpenTurn}
        Controls={Controls}
      />
    </Item>
  );
  const [foldedTurns, laterTurns] = [
    turns.filter(({ turnNumber }) => turnNumber <= folding.lastSharedTurn),
    turns.filter(({ turnNumber }) => turnNumber > folding.lastSharedTurn),
  ];
  return (
    <List ref={list} aria-label="Turns">
      {foldedTurns.length > 0 && (
        <Item key="earlier">
          <FoldedTurns count={foldedTurns.length} variant={variant}>
            {foldedTurns.map(item)}
          </FoldedTurns>
        </Item>
      )}
      {laterTurns.map(item)}
    </List>
  );
};
