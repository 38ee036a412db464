import { useId } from "react";
import { FORMAT_LABEL } from "#shared/domain/debate.ts";
import { roleOfTurn, SIDE_LABEL } from "#shared/domain/side.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { Corners } from "#web/components/debate/corners.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Caret } from "#web/components/ui/caret.tsx";
import { Hidden } from "#web/components/ui/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { CardFrame, CardLine, CardTopic, Said, TopicLink, Words } from "../card-frame.tsx";
import { LiveAt } from "../standing.tsx";
import type { ShownLive } from "./merge-live.ts";
import { useRevealed } from "./use-revealed.ts";

/** Constant height: overflowing text is cut at the top, free space is at the bottom. */
const Room = styled("div", {
  base: {
    display: "flex",
    flexDirection: "column-reverse",
    h: { base: "7.5em", md: "4.5em" },
    fontSize: "var(--card-line, {fontSizes.17})",
    overflow: "hidden",
    _before: { content: "''", flex: "1" },
  },
});

const Silence = styled(Words, { base: { color: "muted" } });

const silence = ({ turnNumber, isSpeaking }: ShownLive, isVisitor: boolean): string => {
  if (isVisitor && turnNumber > VISITOR_TURNS)
    return `It is past turn ${VISITOR_TURNS}: sign up to read along.`;
  return isSpeaking || turnNumber === 0 ? "Gathering its thoughts…" : "Between two turns.";
};

const Speech = ({ words, isSpeaking }: Pick<ShownLive, "isSpeaking"> & { words: SpokenWords }) => {
  const shown = useRevealed(words);
  return (
    <Words dir="auto">
      {shown}
      <Caret hidden={!isSpeaking} />
    </Words>
  );
};

type SpokenWords = NonNullable<ShownLive["words"]>;

/** A running debate with the text of its current turn. */
export const LiveCard = ({ debate }: { debate: ShownLive }) => {
  const id = useId();
  const { user } = useAuth();
  const { status, turnNumber, maxTurns, isSpeaking, overSince, words } = debate;
  const isOver = overSince !== undefined;
  const role = roleOfTurn(Math.max(turnNumber, 1));
  return (
    <CardFrame aria-labelledby={id} data-live={!isOver || undefined}>
      <CardLine>
        {isOver ? <span>Ended</span> : <LiveAt status={status} turn={turnNumber} of={maxTurns} />}
        {FORMAT_LABEL[debate.format]}
      </CardLine>
      <CardTopic id={id} dir="auto">
        <TopicLink to={`/debate/${debate.id}`}>{debate.topic}</TopicLink>
      </CardTopic>
      <Said>
        <RobotFace side={role} mood={isSpeaking ? "speaking" : "calm"} />
        <Room>
          {words ? (
            <>
              <Hidden>{SIDE_LABEL[role]}: </Hidden>
              <Speech words={words} isSpeaking={isSpeaking} />
            </>
          ) : (
            <Silence>{silence(debate, user === null)}</Silence>
          )}
        </Room>
      </Said>
      <CardLine>
        <span>
          <Corners debate={debate} /> by {debate.owner.username}
        </span>
      </CardLine>
    </CardFrame>
  );
};
