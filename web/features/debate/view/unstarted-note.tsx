import { FastForward } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { useIsTranscriptOpen } from "../scene/transcript/transcript-store.ts";
import type { DebateViewState } from "./use-debate-view-state.ts";

export interface UnstartedNoteProps {
  view: DebateViewState;
}

const Action = ({ children }: { children: ReactNode }) => (
  <div ref={useFocusFallback<HTMLDivElement>("speeches")}>{children}</div>
);

/**
 * The transcript of a debate without turns. A closed transcript has no button, because the scene
 * has one.
 */
const UnstartedNote = ({ view: { debate, autoPlay, isStage, mayStep } }: UnstartedNoteProps) => {
  const isVisible = useIsTranscriptOpen() || !isStage;
  if (debate.currentTurn > 0 || debate.autoPlay.on)
    return <EmptyState variant="slim" title="The first speech is about to begin." />;
  const start = (
    <Button variant="solid" onClick={() => autoPlay.mutate(true)}>
      <FastForward size={16} />
      Start the debate
    </Button>
  );
  return (
    <EmptyState
      variant="slim"
      title={mayStep ? "Ready when you are." : "This debate has not started."}
      action={isVisible && <Action>{mayStep ? start : <WatchAnotherLink />}</Action>}
    />
  );
};

const WatchAnotherLink = () => <ButtonLink to="/debates/public">Watch another debate</ButtonLink>;

export default UnstartedNote;
