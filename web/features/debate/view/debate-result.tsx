import { useEffect, useRef, useState } from "react";
import { VerdictCard } from "../result/verdict-card.tsx";
import { VerdictPendingCard } from "../result/verdict-pending-card.tsx";
import { WinnerVoteCard } from "../voting/winner-vote-card.tsx";
import { ResultColumn } from "./debate-layout.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

interface DebateResultProps {
  view: DebateViewState;
  /** Scrolls to the verdict if the reader is near it. */
  onReveal: (card: Element | null) => void;
}

/** The verdict and the viewer's vote after the last turn. */
const DebateResult = ({ view, onReveal }: DebateResultProps) => {
  const { debate, verdict } = view;
  const card = useRef<HTMLElement>(null);
  const [replays, setReplays] = useState(0);
  const isAwaitingVote = verdict.phase === "asked";
  const isScene = verdict.phase === "scene";
  useEffect(() => {
    if (!isScene) return;
    onReveal(card.current);
    // Focuses the verdict if the button that had the focus has disappeared.
    const hasVoted = card.current?.parentElement?.contains(document.activeElement);
    if (replays > 0 || hasVoted) card.current?.focus({ preventScroll: true });
  }, [isScene, replays, onReveal]);
  const play = () => {
    verdict.show();
    setReplays((count) => count + 1);
  };
  /* With the key, React keeps the card's state when the verdict is inserted before the card. */
  const vote = <WinnerVoteCard key="vote" debate={debate} />;
  return (
    <ResultColumn variant={view.layout}>
      {isAwaitingVote && vote}
      {isAwaitingVote && (
        <VerdictPendingCard debate={debate} isVerdictReady={verdict.isVerdictReady} onShow={play} />
      )}
      {verdict.isVerdictShown && (
        <VerdictCard
          key={replays}
          ref={card}
          debate={debate}
          scored={view.scored}
          isScene={isScene}
          onReplay={play}
        />
      )}
      {verdict.isVerdictShown && vote}
    </ResultColumn>
  );
};

export default DebateResult;
