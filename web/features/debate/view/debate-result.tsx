import { useEffect, useRef, useState } from "react";
import { RematchCard } from "../result/rematch-card.tsx";
import { VerdictCard } from "../result/verdict-card.tsx";
import { SealedVerdict } from "../seal/sealed-verdict.tsx";
import { SwingCard } from "../swing/swing-card.tsx";
import { WinnerVoteCard } from "../voting/winner-vote-card.tsx";
import { ResultColumn } from "./debate-layout.tsx";
import type { DebateViewState } from "./use-debate-view-state.ts";

/** The verdict. It is animated only after the viewer has asked for a replay. */
const RevealedVerdict = ({ view }: { view: DebateViewState }) => {
  const card = useRef<HTMLElement>(null);
  const [replays, setReplays] = useState(0);
  useEffect(() => {
    // The pressed button has disappeared, so the card takes over the focus.
    if (replays > 0) card.current?.focus();
  }, [replays]);
  return (
    <VerdictCard
      key={replays}
      ref={card}
      debate={view.debate}
      scored={view.scored}
      isScene={replays > 0}
      onReplay={() => setReplays((count) => count + 1)}
    />
  );
};

interface DebateResultProps {
  view: DebateViewState;
  place: "scene" | "transcript";
  /** Whether the reader of the transcript follows the end of the turns. */
  isAtEnd?: boolean;
}

/**
 * The result after the last turn. If the viewer must vote or skip the vote first, `SealedVerdict`
 * asks for the vote and then shows the result.
 */
const DebateResult = ({ view, place, isAtEnd = false }: DebateResultProps) =>
  view.verdict.hasPrompt ? (
    <SealedVerdict view={view} place={place} isAtEnd={isAtEnd} />
  ) : (
    <ResultColumn variant={view.layout}>
      <RevealedVerdict view={view} />
      <ResultColumn variant="stage">
        <WinnerVoteCard debate={view.debate} />
        <RematchCard debate={view.debate} viewer={view.viewer} />
      </ResultColumn>
      <SwingCard debate={view.debate} isShown />
    </ResultColumn>
  );

export default DebateResult;
