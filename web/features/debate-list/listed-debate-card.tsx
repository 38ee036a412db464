import { Lock, ThumbsDown, ThumbsUp } from "lucide-react";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import type { Mood } from "#shared/domain/debates/mood.ts";
import { getWinner } from "#shared/domain/debates/judging/score.ts";
import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { SpeakerNames } from "#web/components/debate/speaker-names.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ScreenReaderText, Muted } from "#web/components/ui/content/typography.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { formatCompactCount, formatScore } from "#web/lib/format.ts";
import {
  CardActions,
  DebateCardFrame,
  CardLine,
  CardTopic,
  InlineGroup,
  FaceWithText,
  TopicLink,
  SpokenLine,
} from "./debate-card-frame.tsx";
import { DebateStatusLine } from "./debate-status-line.tsx";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";

/** Winner and scores; null if the debate has none or the viewer may not see them. */
const describeResult = ({ scores }: ListedDebate): string | null => {
  const winner = scores && getWinner(scores);
  if (!scores || winner === null) return null;
  const figures = [scores.botA, scores.botB].map(formatScore);
  if (winner === "draw") return `Draw, ${figures.join(" – ")}`;
  return `${SIDE_LABEL[winner]} won, ${(winner === "bot_a" ? figures : [...figures].reverse()).join(" – ")}`;
};

/** The winner's face smiles. */
const getCardMood = ({ scores, status }: ListedDebate, role: "bot_a" | "bot_b"): Mood =>
  status === "completed" && scores && getWinner(scores) === role ? "winning" : "calm";

const StartLink = styled(Link, {
  base: {
    position: "relative",
    zIndex: 1,
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    color: "ink",
    fontWeight: 600,
    textDecoration: "underline",
  },
});

/** Shown in place of a line while the debate has no turns. */
const UnstartedLine = ({ debate }: { debate: ListedDebate }) => {
  const canStart = can(useAuth().user ?? null, "step", debate);
  return (
    <FaceWithText>
      <RobotFace side="bot_a" />
      <div>
        <SpokenLine css={{ color: "muted" }}>
          {canStart ? "Ready when you are." : `Waiting for ${debate.owner.username} to start.`}
        </SpokenLine>
        {canStart && <StartLink to={`/debate/${debate.id}`}>Start the debate</StartLink>}
      </div>
    </FaceWithText>
  );
};

const BestLine = ({ debate }: { debate: ListedDebate }) => {
  const { line, isLive, currentTurn } = debate;
  if (line === null && isLive) return <Muted css={{ flex: "1" }}>Starting…</Muted>;
  if (line === null && currentTurn === 0) return <UnstartedLine debate={debate} />;
  if (line === null) return <Muted css={{ flex: "1" }}>The first speeches are hidden.</Muted>;
  return (
    <FaceWithText>
      <RobotFace side={line.role} mood={getCardMood(debate, line.role)} />
      <SpokenLine {...getTextAttributes(debate.language)}>
        <ScreenReaderText lang="en" dir="ltr">
          {SIDE_LABEL[line.role]}:{" "}
        </ScreenReaderText>
        {bindPunctuation(wrapInQuotes(line.text, debate.language), debate.language)}
      </SpokenLine>
    </FaceWithText>
  );
};

interface ListedDebateCardProps {
  debate: ListedDebate;
  children?: ReactNode;
}

export const ListedDebateCard = ({ debate, children }: ListedDebateCardProps) => {
  const id = useId();
  const ended = describeResult(debate);
  return (
    <DebateCardFrame aria-labelledby={id} data-live={debate.isLive || undefined}>
      <CardLine>
        <DebateStatusLine debate={debate} />
        <InlineGroup>
          {!debate.isPublic && <Lock size={14} aria-label="Private" />}
          {FORMAT_LABEL[debate.format]} · {AI_LABEL}
        </InlineGroup>
      </CardLine>
      <CardTopic id={id} {...getTextAttributes(debate.language, debate.topic)}>
        <TopicLink to={`/debate/${debate.id}`}>
          {bindPunctuation(debate.topic, debate.language)}
        </TopicLink>
      </CardTopic>
      <BestLine debate={debate} />
      <CardLine>
        <span>
          <SpeakerNames debate={debate} /> by {debate.owner.username}
        </span>
        <InlineGroup css={{ gap: "3" }}>
          {ended !== null && <span>{ended}</span>}
          <InlineGroup>
            <ThumbsUp size={14} aria-label="Likes" />
            {formatCompactCount(debate.upvotes)}
          </InlineGroup>
          <InlineGroup>
            <ThumbsDown size={14} aria-label="Dislikes" />
            {formatCompactCount(debate.downvotes)}
          </InlineGroup>
        </InlineGroup>
      </CardLine>
      {children && <CardActions>{children}</CardActions>}
    </DebateCardFrame>
  );
};
