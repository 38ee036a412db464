import { Lock, ThumbsDown, ThumbsUp } from "lucide-react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { Corners } from "#web/components/debate/corners.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { TugBar } from "#web/components/debate/tug-bar.tsx";
import { compactCount, scoreText } from "#web/lib/format.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { panel } from "#web/components/theme/surfaces.ts";

const Frame = styled("article", {
  base: {
    ...panel,
    position: "relative",
    display: "flex",
    flexDirection: "column",
    gap: "3",
    h: "100%",
    p: "5",
    transition: "border-color 160ms, transform 160ms",
    _hover: { borderColor: "edge", transform: "translateY(-2px)" },
  },
});

const Line = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "3",
    rowGap: "1",
    whiteSpace: "nowrap",
    fontSize: "13",
    color: "muted",
  },
});

const Topic = styled("h3", {
  base: {
    flex: "1",
    fontSize: "20",
    lineHeight: 1.25,
    lineClamp: 4,
  },
});

/** The whole card is the link's target, and shows its focus: the topic cuts off what is around it. */
const TopicLink = styled(Link, {
  base: {
    _after: { content: "''", position: "absolute", inset: 0, borderRadius: "card" },
    _focusVisible: {
      outline: "none",
      _after: { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
    },
  },
});

const Group = styled("span", {
  base: { display: "inline-flex", alignItems: "center", gap: "1.5" },
});

/** How it stands: the result where there is one to see, else how far it has come. */
const standing = ({ scores, currentTurn, maxTurns }: Debate): string => {
  if (scores === null || winnerOf(scores) === null) return `Turn ${currentTurn} of ${maxTurns}`;
  const figures = `${scoreText(scores.botA)} – ${scoreText(scores.botB)}`;
  return winnerOf(scores) === "draw" ? `Draw, ${figures}` : figures;
};

/** A debate in a list. */
export const DebateCard = ({ debate }: { debate: Debate }) => (
  <Frame>
    <Line>
      <StatusBadge status={debate.status} />
      <Group>
        {!debate.isPublic && <Lock size={14} aria-label="Private" />}
        {FORMAT_LABEL[debate.format]}
      </Group>
    </Line>
    <Topic dir="auto">
      <TopicLink to={`/debate/${debate.id}`}>{debate.topic}</TopicLink>
    </Topic>
    <TugBar scores={debate.scores ?? { botA: null, botB: null }} />
    <Line>
      <Corners debate={debate} />
      <Group css={{ gap: "3", fontVariantNumeric: "tabular-nums" }}>
        <span>{standing(debate)}</span>
        <Group>
          <ThumbsUp size={14} aria-label="Likes" />
          {compactCount(debate.upvotes)}
        </Group>
        <Group>
          <ThumbsDown size={14} aria-label="Dislikes" />
          {compactCount(debate.downvotes)}
        </Group>
      </Group>
    </Line>
  </Frame>
);
