import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { StatusBadge } from "#web/components/status-badge.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useLive } from "../live/live-store.ts";

const Frame = styled("header", { base: { display: "grid", gap: "4" } });

const Facts = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "4",
    fontSize: "14",
    color: "muted",
    fontVariantNumeric: "tabular-nums",
    "& span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  },
});

/* Measured in em: a `ch` is another width until the font is there, and the lines would break anew. */
const Topic = styled("h1", {
  base: { maxW: "17.25em", letterSpacing: "-0.025em", lineHeight: 1.08 },
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

/** The motion, large, with where the debate stands. */
export const TopicCard = ({ debate, children }: { debate: Debate; children: ReactNode }) => {
  const watchers = useLive((live) => live.watchers);
  return (
    <Frame>
      <Facts>
        <StatusBadge status={debate.status} />
        <span>
          Turn {debate.currentTurn} of {debate.maxTurns}
        </span>
        {watchers !== null && (
          <span>
            <Eye size={16} />
            {watchers} watching
          </span>
        )}
      </Facts>
      <Topic length={lengthOf(debate.topic)} dir="auto">
        {debate.topic}
      </Topic>
      {children}
    </Frame>
  );
};
