import { type ComponentType, type RefObject, useEffect, useRef } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { GATE } from "../visitor-gate.tsx";
import { TurnArticle } from "./turn-article.tsx";

const List = styled("ol", {
  base: { display: "grid", gap: { base: "10", md: "12" }, listStyle: "none" },
});

const Item = styled("li", {
  base: {
    // As high as what stands there before the first one.
    minH: "7.5rem",
    contentVisibility: "var(--out-of-sight, visible)",
    // As high as it was, while it is far from sight.
    containIntrinsicHeight: "auto 36rem",
    // What stands out of it, a focus ring for one, is not cut off.
    overflowClipMargin: "1rem",
  },
});

/**
 * While one speaks, turns far from sight are not laid out: a frame of a long debate costs what is
 * seen of it. As an effect, once they were shown, which tells how high they are: a link to one of
 * them would miss it.
 */
const useSightOnly = (turns: readonly Turn[]): RefObject<HTMLOListElement | null> => {
  const list = useRef<HTMLOListElement>(null);
  const isLive = turns.some(({ status }) => status === "streaming");
  useEffect(() => {
    list.current?.style.setProperty("--out-of-sight", isLive ? "auto" : "visible");
  }, [isLive]);
  return list;
};

/** A link to one turn opens it, also when it was not in the page yet; or what is in its place. */
const useLinkedTurn = (isHere: boolean) =>
  useEffect(() => {
    const linked = isHere && /^#turn-\d+$/.exec(window.location.hash)?.[0].slice(1);
    if (linked) (document.getElementById(linked) ?? document.getElementById(GATE))?.focus();
  }, [isHere]);

interface TurnListProps {
  debate: Debate;
  turns: readonly Turn[];
  isJudged: boolean;
  Controls: ComponentType<{ turn: Turn }>;
}

/** The speeches in their order. Finished ones are not rendered again while another is spoken. */
export const TurnList = ({ debate, turns, isJudged, Controls }: TurnListProps) => {
  const labelOf = useProviderLabel();
  const list = useSightOnly(turns);
  useLinkedTurn(turns.length > 0);
  return (
    <List ref={list} aria-label="Turns">
      {turns.map((turn) => (
        <Item key={turn.id}>
          <TurnArticle
            turn={turn}
            speaker={labelOf(providerOf(turn.role, debate))}
            judge={debate.judge}
            isJudged={isJudged}
            Controls={Controls}
          />
        </Item>
      ))}
    </List>
  );
};
