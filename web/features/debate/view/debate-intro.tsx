import { Lock } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { SpeakerNames } from "#web/components/debate/speaker-names.tsx";
import { JudgeInfo } from "#web/components/debate/judge-info.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { pageColumnStyle } from "#web/components/ui/page/page-column.tsx";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { formatTurnProgress } from "#web/lib/format.ts";
import { WatcherCount } from "../stage/watcher-count.tsx";
import { useBoundText, useTextAttributes } from "#web/components/debate/debate-language.ts";

const Frame = styled("header", {
  base: {
    ...pageColumnStyle,
    display: "grid",
    gap: { base: "3", md: "4" },
    pt: { base: "4", md: "6" },
    pb: { base: "5", md: "6" },
  },
});

const Facts = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: { base: "3", md: "4" },
    rowGap: "2",
    fontSize: "14",
    color: "muted",
    "& > span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  },
});

const RefusedLabel = styled("strong", { base: { color: "danger", fontWeight: 650 } });

/* Width in em, because `ch` changes when the font loads, which would wrap lines differently. */
const createMotionElement = (tag: "h1" | "p") =>
  styled(tag, {
    base: {
      maxW: "17.25em",
      fontFamily: "display",
      fontWeight: 650,
      textWrap: "balance",
      letterSpacing: "-0.025em",
      lineHeight: setLineHeight(1.08),
      "&:dir(rtl)": { justifySelf: "end" },
    },
    variants: {
      length: {
        short: { fontSize: { base: "34", md: "60" } },
        long: { fontSize: { base: "26", md: "44" } },
        endless: {
          fontSize: { base: "20", md: "26" },
          maxW: "32em",
          lineHeight: setLineHeight(1.25),
        },
        /* Used in the transcript, below the stage bar, which also shows the motion. */
        repeated: { fontSize: "26" },
      },
    },
  });

const MotionHeading = createMotionElement("h1");
const MotionText = createMotionElement("p");

const getMotionSize = ({ length }: string) =>
  length <= 60 ? "short" : length <= 120 ? "long" : "endless";

interface DebateIntroProps {
  debate: Debate;
  ref: Ref<HTMLElement>;
  /** Whether the motion is the page's heading; otherwise the heading is in the bar. */
  hasHeading: boolean;
  /** Whether the stage bar below shows the turn number and the number of watchers. */
  hasBar: boolean;
  before: ReactNode;
  children: ReactNode;
}

/** The motion (the debate's topic) in large text, with the debate's status and actions. */
export const DebateIntro = (props: DebateIntroProps) => {
  const { debate, ref, hasHeading, hasBar, before, children } = props;
  const { topic, status, currentTurn, maxTurns, isPublic, format, refusal } = debate;
  const topicAttributes = useTextAttributes(topic);
  const Topic = hasHeading ? MotionHeading : MotionText;
  return (
    <Frame ref={ref}>
      {before}
      <Facts>
        {refusal === null ? <StatusBadge status={status} /> : <RefusedLabel>refused</RefusedLabel>}
        <span>{FORMAT_LABEL[format]}</span>
        <span>{AI_LABEL}</span>
        {!hasBar && refusal === null && <span>{formatTurnProgress(currentTurn, maxTurns)}</span>}
        {!isPublic && (
          <span>
            <Lock size={16} />
            Private
          </span>
        )}
        {!hasBar && refusal === null && <WatcherCount />}
        {hasBar && <SpeakerNames debate={debate} hasSides />}
      </Facts>
      <Topic data-motion length={hasBar ? "repeated" : getMotionSize(topic)} {...topicAttributes}>
        {useBoundText(topic)}
      </Topic>
      {children}
      {refusal === null && (
        <JudgeInfo judge={debate.judge} speakers={[debate.botAProvider, debate.botBProvider]} />
      )}
    </Frame>
  );
};
