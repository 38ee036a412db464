import type { Role } from "#shared/domain/debates/side.ts";
import { FastForward, SkipForward } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useDisabledUntilHydrated, useIsHydrated } from "#web/lib/browser/hydration.ts";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";
import type { DebateViewState } from "../../view/use-debate-view-state.ts";
import type { Caption } from "./use-caption.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/** A scene with little room for words. */
const LOW = "@container scene (max-height: 32rem)";

const Previous = styled("p", {
  base: {
    color: "muted",
    fontSize: "clamp(1rem, 0.8rem + 0.5cqw, 1.25rem)",
    lineHeight: setLineHeight(1.4),
    textWrap: "balance",
    /* Reserves its space, so that the current caption does not move. */
    minH: `calc(2em * ${setLineHeight(1.4)})`,
    display: "grid",
    alignItems: "end",
    mb: "2",
    "& > span": { lineClamp: 2 },
    "@container scene (max-height: 20rem) or ((max-width: 40rem) and (max-height: 28rem))": {
      display: "none",
    },
  },
});

const Current = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.015em",
    fontSize: "var(--caption)",
    lineHeight: setLineHeight(1.18),
    minH: `calc(4em * ${setLineHeight(1.18)})`,
    textWrap: "balance",
    "&[data-new]": { animation: "rise {durations.calm} {easings.out}" },
    "& > span": { opacity: 0.45 },
    /* Smaller letters keep a long caption within four lines on a phone. */
    "&[data-long]": {
      "@container scene (max-width: 40rem)": { fontSize: "calc(var(--caption) * 0.86)" },
    },
  },
});

/** Characters from which a caption has smaller letters on phones. */
const LONG_CAPTION = 80;

const CurrentCaption = ({ spoken, coming }: Caption) => {
  // The caption in the server's HTML does not fade in, so that it can be read at once.
  const [isNew] = useState(useIsHydrated());
  return (
    <Current
      data-new={isNew || undefined}
      data-long={spoken.length + coming.length > LONG_CAPTION || undefined}
    >
      {spoken}
      <span>{coming}</span>
    </Current>
  );
};

/** The sentence that is spoken, with the one before it. */
export const Captions = ({ caption, role }: { caption: Caption; role: Role }) => (
  <div data-caption={role} {...useTextAttributes()}>
    <Previous>
      <span>{caption.previous}</span>
    </Previous>
    <CurrentCaption {...caption} key={caption.key} />
  </div>
);

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
      <SceneTopic {...useTextAttributes(debate.topic)}>{debate.topic}</SceneTopic>
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
