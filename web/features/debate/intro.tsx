import { Lock } from "lucide-react";
import type { ReactNode, Ref, RefCallback } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { Corners } from "#web/components/debate/corners.tsx";
import { JudgeLine } from "#web/components/debate/judge-line.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { column } from "#web/components/ui/page-column.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { progressText } from "#web/lib/format.ts";
import { Watchers } from "./stage/watchers.tsx";

const Frame = styled("header", {
  base: {
    ...column,
    display: "grid",
    gap: { base: "3", md: "4" },
    pt: { base: "4", md: "6" },
    pb: { base: "5", md: "6" },
    "&[hidden]": { display: "none" },
  },
  variants: { isWide: { true: { maxW: "stage" } } },
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
    fontVariantNumeric: "tabular-nums",
    "& > span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  },
});

/** Replaces the lecterns on narrow screens. */
const Narrow = styled("div", { base: { hideFrom: "lg" } });

const Refused = styled("strong", { base: { color: "danger", fontWeight: 650 } });

/* In em, because the width of `ch` changes when the font loads, which would re-wrap the lines. */
const motion = (tag: "h1" | "p") =>
  styled(tag, {
    base: {
      maxW: "17.25em",
      fontFamily: "display",
      fontWeight: 650,
      textWrap: "balance",
      letterSpacing: "-0.025em",
      lineHeight: 1.08,
      "&:dir(rtl)": { justifySelf: "end" },
    },
    variants: {
      length: {
        short: { fontSize: { base: "34", md: "60" } },
        long: { fontSize: { base: "26", md: "44" } },
        endless: { fontSize: { base: "20", md: "26" }, maxW: "32em", lineHeight: 1.25 },
      },
    },
  });

const Heading = motion("h1");
const Motion = motion("p");

const lengthOf = ({ length }: string) =>
  length <= 60 ? "short" : length <= 120 ? "long" : "endless";

interface IntroProps {
  debate: Debate;
  ref: Ref<HTMLElement>;
  topicRef: RefCallback<HTMLElement>;
  isHidden: boolean;
  /** Whether the motion is the page's heading; otherwise the heading is in the bar. */
  hasHeading: boolean;
  /** Whether the bar below shows turn and watchers. */
  hasBar: boolean;
  isWide: boolean;
  before: ReactNode;
  children: ReactNode;
}

/** The motion in large text with the debate's status and actions. */
export const Intro = (props: IntroProps) => {
  const { debate, ref, topicRef, isHidden, hasHeading, hasBar, isWide, before, children } = props;
  const { topic, status, currentTurn, maxTurns, isPublic, format, refusal } = debate;
  const Topic = hasHeading ? Heading : Motion;
  return (
    <Frame ref={ref} hidden={isHidden} isWide={isWide}>
      {before}
      <Facts>
        {refusal === null ? <StatusBadge status={status} /> : <Refused>refused</Refused>}
        <span>{FORMAT_LABEL[format]}</span>
        {!hasBar && refusal === null && <span>{progressText(currentTurn, maxTurns)}</span>}
        {!isPublic && (
          <span>
            <Lock size={16} />
            Private
          </span>
        )}
        {!hasBar && refusal === null && <Watchers />}
        {hasBar && (
          <Narrow>
            <Corners debate={debate} hasSides />
          </Narrow>
        )}
      </Facts>
      <Topic ref={topicRef} length={lengthOf(topic)} dir="auto">
        {topic}
      </Topic>
      {children}
      {refusal === null && (
        <JudgeLine judge={debate.judge} speakers={[debate.botAProvider, debate.botBProvider]} />
      )}
    </Frame>
  );
};
