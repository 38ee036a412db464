import { ArrowRight, Pause, Play } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { selectMood } from "#shared/domain/debates/mood.ts";
import { buildWatchQuery } from "#shared/domain/debates/sharing/watch-link.ts";
import { getProviderOfRole, type Role, ROLES } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { prefersReducedMotion, useIsHydrated } from "#web/lib/browser/hydration.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { formatTurnProgress } from "#web/lib/format.ts";
import { LiveTurnLabel } from "#web/features/debate-list/debate-status-line.tsx";
import { SceneLabel } from "#web/features/debate/scene/scene-layout.tsx";
import { type Lit, SceneGlow, SceneStage } from "#web/features/debate/scene/scene-stage.tsx";
import { Captions } from "#web/features/debate/scene/words/captions.tsx";
import type { StageSide } from "#web/features/debate/stage/stage-bar.tsx";
import type { LiveUpdatesProps } from "./live-updates.tsx";
import type { LandingDebate } from "./use-landing-debate.ts";
import { useIsInView } from "./use-is-in-view.ts";
import { usePassage } from "./use-passage.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { DebateLanguage } from "#web/components/debate/debate-language.ts";

/* Loaded separately, because only live debates need this component, and no server-rendered page
   does. */
const LiveUpdates = lazyOptional<LiveUpdatesProps>(() => import("./live-updates.tsx"));

/** The frame's height does not depend on the words, so that nothing moves when they change. */
const Frame = styled("figure", {
  base: {
    ...panelSurface,
    position: "relative",
    display: "grid",
    gridTemplateRows: "auto minmax(0, 1fr) auto",
    h: { base: "30rem", md: "28rem", lg: "38rem" },
    overflow: "hidden",
    "@media (max-height: 30rem)": { h: "24rem" },
  },
});

const Bar = styled("figcaption", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "4",
    minH: "3.25rem",
    px: { base: "4", md: "5" },
    borderBottomWidth: "1px",
    borderColor: "line",
    fontSize: "13",
    color: "muted",
    "& > span": { flexShrink: 0 },
  },
});

const Topic = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: "16",
    lineHeight: setLineHeight(1.25),
    color: "ink",
    lineClamp: 2,
  },
});

const SceneBox = styled("div", {
  base: { position: "relative", containerType: "size", containerName: "scene", minH: 0 },
});

const Steps = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    minH: "3.5rem",
    px: { base: "2", md: "3" },
    borderTopWidth: "1px",
    borderColor: "line",
  },
});

/** The link's clickable area is the whole scene. */
const OpenLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    px: "2",
    fontWeight: 650,
    _after: { content: "''", position: "absolute", inset: 0, borderRadius: "card" },
    _hover: { textDecoration: "underline" },
    _focusVisible: {
      outline: "none",
      _after: { outline: "2px solid", outlineColor: "focus", outlineOffset: "-2px" },
    },
  },
});

const Faces = styled("div", {
  base: {
    display: "grid",
    gap: "2",
    placeContent: "center",
    justifyItems: "center",
    textAlign: "center",
    p: "5",
    "& > div": { display: "flex", gap: "10", pb: "4" },
  },
});

/** Shows both faces at rest while there is no debate. */
const EmptyScene = ({ children }: { children?: ReactNode }) => (
  <Frame>
    <Bar />
    <Faces>
      <div>
        <RobotFace side="bot_a" size="xl" mood="calm" />
        <RobotFace side="bot_b" size="xl" mood="calm" />
      </div>
      {children}
    </Faces>
  </Frame>
);

/** Returns a side of the scene. It has no score, because visitors do not see scores. */
const buildSide = (role: Role, debate: Debate, speaker: Role | null): StageSide => ({
  role,
  provider: getProviderOfRole(role, debate),
  mood: selectMood(role, {
    speaker,
    latestScore: null,
    winner: null,
    behind: null,
    isRoast: debate.format === "roast",
  }),
  score: null,
  isWinner: false,
  activity: null,
});

const RunningScene = ({ debate, turns, isLive }: LandingDebate) => {
  const [isPaused, setPaused] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const isInView = useIsInView(frame);
  const isMoving = useIsHydrated() && !prefersReducedMotion();
  const isPlaying = isInView && isMoving && !isPaused;
  const catchesUp = debate.pace === "text";
  const passage = usePassage(turns, { isLive, isPlaying, catchesUp });
  if (!passage) return <EmptyScene />;
  const { caption, previous, phase } = passage;
  const { role, turnNumber, index, text } = caption;
  const lit: Lit = { speaking: role, judge: "judge" as const, rest: null }[phase];
  const shown = {
    key: `${turnNumber}.${index}`,
    index,
    previous,
    before: "",
    spoken: text,
    coming: "",
    isOver: phase !== "speaking",
  };
  const path = `/debate/${debate.id}`;
  return (
    <Frame ref={frame} data-silent={isPlaying ? undefined : ""}>
      <Bar>
        <Topic {...getTextAttributes(debate.language, debate.topic)}>
          {bindPunctuation(debate.topic, debate.language)}
        </Topic>
        {isLive ? (
          <LiveTurnLabel status={debate.status} turn={turnNumber} of={debate.maxTurns} />
        ) : (
          <span>{formatTurnProgress(turnNumber, debate.maxTurns)}</span>
        )}
      </Bar>
      <SceneBox>
        <SceneGlow judge={debate.judge} lit={lit} />
        <SceneStage
          judge={debate.judge}
          sides={ROLES.map((side) => buildSide(side, debate, phase === "speaking" ? role : null))}
          lit={lit}
          isScored={false}
        >
          <DebateLanguage value={debate.language}>
            <Captions caption={shown} role={role} />
          </DebateLanguage>
        </SceneStage>
        <SceneLabel>{AI_LABEL}</SceneLabel>
      </SceneBox>
      <Steps>
        <OpenLink to={isLive ? path : path + buildWatchQuery(turnNumber)}>
          {isLive ? "Watch live" : "Watch this debate"}
          <ArrowRight size={16} />
        </OpenLink>
        {isMoving && (
          <Button
            variant="ghost"
            onClick={() => setPaused(!isPaused)}
            css={{ position: "relative", minW: "6.5rem" }}
          >
            {isPaused ? <Play size={16} /> : <Pause size={16} />}
            {isPaused ? "Play" : "Pause"}
          </Button>
        )}
      </Steps>
      {isLive && isPlaying && (
        <Suspense>
          <LiveUpdates debateId={debate.id} />
        </Suspense>
      )}
    </Frame>
  );
};

/**
 * The scene of a debate on the landing page. `shown` is null if there is no debate, and undefined
 * while it is loading. The scene stands still for viewers who prefer reduced motion.
 */
export const HeroScene = ({ shown }: { shown: LandingDebate | null | undefined }) => {
  if (shown) return <RunningScene key={shown.debate.id} {...shown} />;
  return (
    <EmptyScene>
      {shown === null && (
        <>
          <Topic>No finished debates yet</Topic>
          <Muted>Start the first one.</Muted>
        </>
      )}
    </EmptyScene>
  );
};
