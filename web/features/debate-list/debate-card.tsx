import { Lock, ThumbsDown, ThumbsUp } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ListedDebate } from "#shared/contract/debate.ts";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import type { Mood } from "#shared/domain/mood.ts";
import { winnerOf } from "#shared/domain/score.ts";
import { SIDE_LABEL } from "#shared/domain/side.ts";
import { Corners } from "#web/components/debate/corners.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Hidden, Muted } from "#web/components/ui/text.tsx";
import { compactCount, scoreText } from "#web/lib/format.ts";
import {
  CardActions,
  CardFrame,
  CardLine,
  CardTopic,
  Group,
  Said,
  TopicLink,
  Words,
} from "./card-frame.tsx";
import { Standing } from "./standing.tsx";

/** Winner and scores; null if the debate has none or they are hidden. */
const result = ({ scores }: ListedDebate): string | null => {
  const winner = scores && winnerOf(scores);
  if (!scores || winner === null) return null;
  const figures = [scores.botA, scores.botB].map(scoreText);
  if (winner === "draw") return `Draw, ${figures.join(" – ")}`;
  return `${SIDE_LABEL[winner]} won, ${(winner === "bot_a" ? figures : figures.toReversed()).join(" – ")}`;
};

/** The winner smiles. */
const moodOf = ({ scores, status }: ListedDebate, role: "bot_a" | "bot_b"): Mood =>
  status === "completed" && scores && winnerOf(scores) === role ? "winning" : "calm";

const Line = ({ debate }: { debate: ListedDebate }) => {
  const { line, isLive } = debate;
  if (line === null)
    return (
      <Muted css={{ flex: "1" }}>
        {isLive ? "The first words are on their way." : "Nothing is said yet."}
      </Muted>
    );
  return (
    <Said>
      <RobotFace side={line.role} mood={moodOf(debate, line.role)} />
      <Words dir="auto">
        <Hidden>{SIDE_LABEL[line.role]}: </Hidden>“{line.text}”
      </Words>
    </Said>
  );
};

interface DebateCardProps {
  debate: ListedDebate;
  children?: ReactNode;
}

/** A debate in a list, with its topic and best line. */
export const DebateCard = ({ debate, children }: DebateCardProps) => {
  const id = useId();
  const ended = result(debate);
  return (
    <CardFrame aria-labelledby={id} data-live={debate.isLive || undefined}>
      <CardLine>
        <Standing debate={debate} />
        <Group>
          {!debate.isPublic && <Lock size={14} aria-label="Private" />}
          {FORMAT_LABEL[debate.format]}
        </Group>
      </CardLine>
      <CardTopic id={id} dir="auto">
        <TopicLink to={`/debate/${debate.id}`}>{debate.topic}</TopicLink>
      </CardTopic>
      <Line debate={debate} />
      <CardLine>
        <span>
          <Corners debate={debate} /> by {debate.owner.username}
        </span>
        <Group css={{ gap: "3" }}>
          {ended !== null && <span>{ended}</span>}
          <Group>
            <ThumbsUp size={14} aria-label="Likes" />
            {compactCount(debate.upvotes)}
          </Group>
          <Group>
            <ThumbsDown size={14} aria-label="Dislikes" />
            {compactCount(debate.downvotes)}
          </Group>
        </Group>
      </CardLine>
      {children && <CardActions>{children}</CardActions>}
    </CardFrame>
  );
};
