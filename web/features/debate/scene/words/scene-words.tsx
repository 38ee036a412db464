import { FastForward, SkipForward } from "lucide-react";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import type { DebateViewState } from "../../view/use-debate-view-state.ts";
import { useBoundText, useTextAttributes } from "#web/components/debate/debate-language.ts";

/** A scene with little room for words. */
const LOW = "@container scene (max-height: 32rem)";

export const SceneTopic = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: "clamp(1.75rem, 1rem + 2.6cqw, 2.75rem)",
    lineHeight: setLineHeight(1.12),
    letterSpacing: "-0.025em",
    textWrap: "balance",
    lineClamp: 7,
    [LOW]: { fontSize: "1.25rem", lineClamp: 5, "&:has(~ [data-start])": { lineClamp: 2 } },
  },
});

export const SceneHint = styled("p", {
  base: {
    mt: "4",
    color: "muted",
    fontSize: { base: "14", md: "16" },
    textWrap: "balance",
    [LOW]: { display: "none" },
  },
});

export const SceneButtons = styled("div", {
  base: {
    mt: "4",
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "center",
    gap: "2",
    [LOW]: {
      "& :is(button, a)": { minH: "touch", px: "3", fontSize: "14" },
      "& svg": { display: "none" },
    },
  },
});

interface StartButtonsProps {
  view: DebateViewState;
  /** Called when the viewer starts the debate, to scroll to the current turn. */
  onStart: () => void;
}

const StartButtons = ({ view: { autoPlay, nextTurn }, onStart }: StartButtonsProps) => {
  const props = { ...useDisabledUntilHydrated(), size: "lg" } as const;
  const start = (request: () => void) => () => {
    request();
    onStart();
  };
  return (
    <SceneButtons ref={useFocusFallback<HTMLDivElement>("scene")} data-start>
      <Button {...props} variant="solid" onClick={start(() => autoPlay.mutate(true))}>
        <FastForward size={16} />
        Start the debate
      </Button>
      <Button {...props} onClick={start(() => nextTurn.mutate())}>
        <SkipForward size={16} />
        One turn at a time
      </Button>
    </SceneButtons>
  );
};

interface MotionProps extends StartButtonsProps {
  /** Whether the debate has not started and the viewer may start it. */
  canStart: boolean;
  isAboutToBegin: boolean;
}

/**
 * Shows the debate's topic until the first words are shown. Below it are the buttons that start the
 * debate, or a hint. Viewers who may not start it get a link to other debates.
 */
export const Motion = ({ view, canStart, isAboutToBegin, onStart }: MotionProps) => {
  const { debate } = view;
  return (
    <div>
      <SceneTopic {...useTextAttributes(debate.topic)}>{useBoundText(debate.topic)}</SceneTopic>
      {canStart && <StartButtons view={view} onStart={onStart} />}
      {!canStart && isAboutToBegin && <SceneHint>The first speech is about to begin.</SceneHint>}
      {!canStart && !isAboutToBegin && (
        <>
          <SceneHint>This debate has not started.</SceneHint>
          <SceneButtons data-start>
            <ButtonLink to="/debates/public">Watch another debate</ButtonLink>
          </SceneButtons>
        </>
      )}
    </div>
  );
};
