import { Eye, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useLive } from "./live/live-store.ts";

const Frame = styled("header", { base: { display: "grid", gap: "4" } });

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
    "& span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  },
});

/* Its place is kept, so nothing moves when it is known; by the style that the server has written. */
const Watching = styled("span", { base: { "&[data-unknown]": { visibility: "hidden" } } });

/* Measured in em: a `ch` is another width until the font is there, and the lines would break anew. */
const Topic = styled("h1", {
  base: {
    maxW: "17.25em",
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

const lengthOf = ({ length }: string) =>
  length <= 60 ? "short" : length <= 120 ? "long" : "endless";

interface TopicCardProps {
  debate: Debate;
  /** The turn that is being spoken, if one is. */
  speaking: number | undefined;
  children: ReactNode;
}

/** The motion, large, with where the debate stands. */
export const TopicCard = ({ debate, speaking, children }: TopicCardProps) => {
  const { topic, status, currentTurn, maxTurns, isPublic } = debate;
  // It is under way as soon as somebody speaks, and counted as such when the turn is there.
  const shown = status === "pending" && speaking !== undefined ? "active" : status;
  const watchers = useLive((live) => live.watchers);
  return (
    <Frame>
      <Facts>
        <StatusBadge status={shown} />
        <span>
          Turn {speaking ?? currentTurn} of {maxTurns}
        </span>
        {!isPublic && (
          <span>
            <Lock size={16} />
            Private
          </span>
        )}
        <Watching data-unknown={watchers === null || undefined}>
          <Eye size={16} />
          {watchers ?? 1} <OnWideScreens>watching</OnWideScreens>
        </Watching>
      </Facts>
      <Topic length={lengthOf(topic)} dir="auto">
        {topic}
      </Topic>
      {children}
    </Frame>
  );
};
