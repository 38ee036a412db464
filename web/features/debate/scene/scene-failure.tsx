import { RotateCcw } from "lucide-react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import { NextAttemptLinks } from "../stepping/next-attempt-links.tsx";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { SceneButtons, SceneHint } from "./words/scene-words.tsx";

const Sentence = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.015em",
    fontSize: "calc(var(--caption) * 0.84)",
    lineHeight: 1.2,
    textWrap: "balance",
  },
});

export interface SceneFailureProps {
  view: DebateViewState;
  turn: Turn;
}

/** Says why a turn failed, and offers the next step. */
const SceneFailure = ({ view, turn }: SceneFailureProps) => {
  const { debate, viewer, mayStep, nextTurn } = view;
  const isOwner = viewer?.id === debate.userId;
  const isRefused = isRefusedByProvider(turn.error);
  const hints = [
    ...(debate.refunded && isOwner ? ["Your credit is back."] : []),
    ...(debate.refunded && mayStep ? ["Trying again costs 1\u00a0credit."] : []),
    ...(mayStep || isRefused ? [] : ["Its owner can try again."]),
  ];
  const hydrationProps = useDisabledUntilHydrated();
  return (
    <div data-failure={turn.turnNumber}>
      <Sentence>{turn.error?.message ?? "This turn failed."}</Sentence>
      {hints.length > 0 && <SceneHint>{hints.join(" ")}</SceneHint>}
      <SceneButtons ref={useFocusFallback<HTMLDivElement>("scene")}>
        {mayStep && (
          <Button {...hydrationProps} size="lg" variant="solid" onClick={() => nextTurn.mutate()}>
            <RotateCcw size={16} />
            Try again
          </Button>
        )}
        {isOwner && isRefused && (
          <NextAttemptLinks debate={debate} refusedBy={getProviderOfRole(turn.role, debate)} />
        )}
      </SceneButtons>
    </div>
  );
};

export default SceneFailure;
