import { ArrowLeft, Trophy } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Speaker } from "#shared/domain/speaker.ts";
import type { Mood } from "#shared/domain/debates/mood.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { DemoChip } from "#web/components/demo/demo-chip.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { stageWidthStyle } from "#web/components/ui/page/page-column.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { TWO_LINE_TOPIC } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { stickyBar } from "#web/components/theme/surfaces.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useBackToListLink } from "#web/lib/browser/previous-debate-list.ts";
import { formatScore, formatTurnProgress } from "#web/lib/format.ts";
import { useConnectionState } from "../live/connection-store.ts";
import { TurnProgressPips } from "./turn-progress-pips.tsx";
import { WHEN_CLOSED } from "../scene/transcript/transcript-store.ts";
import { WatcherCount } from "./watcher-count.tsx";
import { useBoundText, useTextAttributes } from "#web/components/debate/debate-language.ts";

const Bar = styled("section", {
  base: {
    ...stickyBar,
    top: 0,
    zIndex: "pageBar",
    bg: "canvas.95",
    backdropFilter: "blur(12px)",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
  variants: {
    /* `later` appears over the content once the intro has scrolled out of view. */
    variant: {
      /*
       * The scene covers the page unless the transcript is open. The bar is then fixed, so that it
       * is shown in front of the scene.
       */
      always: {
        "@media (max-height: 30rem)": { position: "relative" },
        "&&": { [WHEN_CLOSED]: { position: "fixed", insetX: 0 } },
      },
      /* For a bar at the top of a dialog. */
      dialog: {},
      later: {
        position: "fixed",
        insetX: 0,
        transition: "transform {durations.calm} {easings.out}",
        "&:not([data-needed])": { transform: "translateY(-110%)", visibility: "hidden" },
      },
    },
  },
});

/**
 * A topic of at most this many letters, not counting combining marks, leaves enough room beside it
 * to centre the two sides.
 */
const MAX_CENTERED_TOPIC_LENGTH = 48;

const Line = styled("div", {
  base: {
    display: "grid",
    gridTemplateAreas: {
      base: "'back topic end' 'back sides sides'",
      lg: "'back topic sides end'",
    },
    gridTemplateColumns: {
      base: "auto minmax(0, 1fr) auto",
      lg: "auto minmax(0, 1fr) auto minmax(max-content, 1fr)",
    },
    gridTemplateRows: { base: "1.25rem 2rem", lg: "3.5rem" },
    alignItems: "center",
    alignContent: "center",
    columnGap: { base: "2", md: "4" },
    h: "3.5rem",
    w: "100%",
    maxW: "page",
    ...stageWidthStyle,
    "dialog &": { maxW: "stage" },
    mx: "auto",
    pe: { base: "4", md: "6" },
    ps: { base: "1", md: "3" },
  },
  variants: {
    /* Without the back link, only the column gap precedes the topic. With this padding, the
       topic is aligned with the page's text. */
    hasBack: { false: { ps: "2" } },
    /* A bar that is always visible has room for two lines of the topic on phones. */
    isTall: {
      true: {
        [TWO_LINE_TOPIC]: {
          gridTemplateRows: "2.25rem 2rem",
          h: "4.5rem",
        },
      },
    },
    /* The sides are centred unless a long topic needs the space. */
    isLong: {
      true: {
        gridTemplateColumns: {
          base: "auto minmax(0, 1fr) auto",
          lg: "auto minmax(0, 1fr) auto minmax(11rem, max-content)",
        },
      },
    },
  },
});

const Back = styled(Link, {
  base: {
    gridArea: "back",
    display: "grid",
    placeItems: "center",
    boxSize: "touch",
    borderRadius: "control",
    color: "muted",
    outlineOffset: "-2px",
    _hover: { color: "ink" },
  },
});

const topicRecipe = {
  base: {
    gridArea: "topic",
    truncate: true,
    fontFamily: { base: "text", lg: "display" },
    fontWeight: { base: 500, lg: 650 },
    fontSize: { base: "13", md: "14", lg: "17" },
    color: { base: "muted", md: "ink" },
    transition: "opacity {durations.calm}",
  },
} as const;

const TopicHeading = styled("h1", topicRecipe);
const TopicReminder = styled("p", topicRecipe);

const Sides = styled("div", {
  base: {
    gridArea: "sides",
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, auto) minmax(0, 1fr) minmax(0, auto)",
      lg: "auto 9rem auto",
      xl: "auto 15rem auto",
    },
    alignItems: "center",
    columnGap: { base: "1.5", md: "4" },
  },
});

const Side = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "16", md: "20" },
    fontVariantNumeric: "tabular-nums",
    transition: "opacity {durations.calm}",
  },
  variants: {
    side: { bot_a: {}, bot_b: { flexDirection: "row-reverse" } },
    /* Reserves the width of the score and of the winner's trophy. */
    isScored: { true: { minW: { base: "4.5rem", md: "5.5rem" } } },
  },
});

const Middle = styled("div", {
  base: { display: "grid", justifyItems: "center", gap: "1", minW: 0 },
});

/*
 * A `div`, because users may enlarge the space after paragraphs. There is no room for more space
 * here.
 */
const PositionText = styled("div", {
  base: {
    display: "flex",
    gap: "1.5",
    maxW: "100%",
    fontSize: "13",
    lineHeight: 1.2,
    color: "muted",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
  },
});

const Name = styled("strong", {
  base: { minW: 0, truncate: true, fontWeight: 650, hideFrom: "lg" },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const BarEnd = styled("div", {
  base: {
    gridArea: "end",
    display: "flex",
    justifyContent: "flex-end",
    alignItems: "center",
    gap: { base: "2.5", md: "4" },
    fontSize: { base: "13", md: "14" },
    lineHeight: 1.2,
    color: "muted",
    fontVariantNumeric: "tabular-nums",
  },
  variants: {
    /* The demo chip has a row of its own, so that the topic gets more of the width. */
    isTall: {
      true: {
        [TWO_LINE_TOPIC]: {
          display: "grid",
          gridTemplateColumns: "auto auto",
          rowGap: 0,
          "& > button": { gridColumn: "1 / -1", justifySelf: "end" },
          /* Lies above the chip's button, which is larger than the chip that is visible. */
          "& > span": { position: "relative", zIndex: 1 },
        },
      },
    },
  },
});

const LiveLabel = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    color: "active",
    fontWeight: 650,
    _before: {
      content: "''",
      boxSize: "0.45rem",
      borderRadius: "pill",
      bg: "currentColor",
      animation: "pulse 2s ease-in-out infinite",
    },
  },
});

/** What the stage bar and the scene show of one side of the debate. */
export interface StageSide {
  role: Role;
  provider: Speaker;
  mood: Mood;
  /**
   * Mean score over equally many turns of both sides; null until both sides have a score, and for
   * visitors.
   */
  score: number | null;
  isWinner: boolean;
  /** What the side is doing, in a few words; null if nothing. */
  activity: string | null;
}

interface StageBarProps {
  topic: string;
  variant: "always" | "dialog" | "later";
  /** In a dialog, the button that closes it. */
  leaveButton?: ReactNode;
  /** Whether the bar contains the page's only heading and the back link. */
  isTop: boolean;
  /** Whether the topic, in large text above the bar, is in view. */
  isMotionVisible: boolean;
  sides: readonly [StageSide, StageSide];
  /** Whether the viewer may see scores. */
  isScored: boolean;
  currentTurn: number;
  maxTurns: number;
  speaking: { turnNumber: number; role: Role } | null;
  isLive: boolean;
}

const StageBarSide = ({ side, isScored }: { side: StageSide; isScored: boolean }) => {
  const { role, provider, mood, score, isWinner, activity } = side;
  const label = useProviderLabel()(provider);
  return (
    <Side side={role} isScored={isScored}>
      <RobotFace side={role} size="sm" mood={mood} />
      <ScreenReaderText>
        {SIDE_LABEL[role]}, {label}
        {activity !== null && `, ${activity}`}
      </ScreenReaderText>
      {isScored && score !== null && <span>{formatScore(score)}</span>}
      {isWinner && <Trophy size={14} aria-label="Winner" />}
    </Side>
  );
};

/** A sticky summary of the debate: topic, scores and speaker. */
export const StageBar = memo((props: StageBarProps) => {
  const {
    topic: topicText,
    variant,
    isTop,
    isMotionVisible,
    sides,
    isScored,
    speaking,
    isLive,
  } = props;
  const { leaveButton, currentTurn, maxTurns } = props;
  const topicAttributes = useTextAttributes(topicText);
  const backLink = useBackToListLink();
  const isAlways = variant !== "later";
  const getProviderLabel = useProviderLabel();
  // Hides the Live label while disconnected, because the shown state may be outdated.
  const isLost = useConnectionState(({ connection }) => connection === "lost");
  const Topic = isTop ? TopicHeading : TopicReminder;
  const speaker = sides.find(({ role }) => role === speaking?.role);
  return (
    <Bar
      variant={variant}
      aria-label="Scoreboard"
      aria-hidden={!isAlways || undefined}
      data-page-bar={variant === "always" ? "tall" : ""}
      data-needed={!isMotionVisible || undefined}
    >
      <Line
        isTall={isAlways}
        hasBack={isTop || leaveButton !== undefined}
        isLong={topicText.replace(/\p{M}/gu, "").length > MAX_CENTERED_TOPIC_LENGTH}
      >
        {isTop && (
          <Back {...backLink} aria-label="Back to Debates">
            <ArrowLeft size={18} />
          </Back>
        )}
        {leaveButton}
        <Topic {...topicAttributes}>{useBoundText(topicText)}</Topic>
        <Sides>
          <StageBarSide side={sides[0]} isScored={isScored} />
          <Middle>
            {isAlways && (
              <PositionText>
                {speaker && <Name side={speaker.role}>{getProviderLabel(speaker.provider)}</Name>}
                <span>{formatTurnProgress(currentTurn, maxTurns)}</span>
              </PositionText>
            )}
            <TurnProgressPips
              finished={currentTurn}
              maxTurns={maxTurns}
              streamingTurn={speaking?.turnNumber ?? null}
            />
          </Middle>
          <StageBarSide side={sides[1]} isScored={isScored} />
        </Sides>
        <BarEnd isTall={isAlways}>
          {isLive && !isLost && <LiveLabel>Live</LiveLabel>}
          {variant === "always" && (
            <>
              <WatcherCount />
              <DemoChip place="bar" />
            </>
          )}
        </BarEnd>
      </Line>
    </Bar>
  );
});
