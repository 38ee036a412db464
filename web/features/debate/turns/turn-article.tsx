import { type ComponentType, memo } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import { TURN_TYPE_LABEL } from "#shared/domain/turn.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Caret } from "#web/components/ui/caret.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { JudgeNote, SignInNote } from "./judge-note.tsx";
import { Speech } from "./speech.tsx";

const Article = styled("article", {
  base: {
    display: "grid",
    columnGap: { base: "6", lg: "8" },
    rowGap: "3",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "2.75rem minmax(0, 1fr)",
      lg: "2.75rem minmax(0, {sizes.speech}) minmax(0, 1fr)",
    },
    gridTemplateRows: { lg: "auto 1fr" },
    "& > *": { gridColumn: { base: "1", md: "2" } },
    "& > [data-note]": { gridColumn: { base: "1", md: "2", lg: "3" }, gridRow: { lg: "1 / 3" } },
    _target: { "& h2": { textDecoration: "underline" } },
    _focusVisible: {
      "& h2": { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
    },
  },
});

const Face = styled("div", {
  base: {
    display: { base: "none", md: "grid" },
    placeItems: "center",
    boxSize: "2.75rem",
    borderRadius: "control",
    "article > &": { gridColumn: "1", gridRow: "1 / 3" },
  },
  variants: { side: { bot_a: { bg: "forTint" }, bot_b: { bg: "againstTint" } } },
});

const Head = styled("header", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    gap: "2",
    fontSize: "14",
    color: "muted",
  },
});

const Speaker = styled("h2", {
  base: { fontFamily: "display", fontSize: "17", fontWeight: 700, color: "ink" },
});

const Side = styled("span", {
  base: { fontWeight: 650 },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

interface TurnArticleProps {
  turn: Turn;
  speaker: string;
  judge: Provider | null;
  /** Visitors see no judgement. */
  isJudged: boolean;
  /** What can be done with a finished turn. */
  Controls: ComponentType<{ turn: Turn }>;
}

const sideOf = (side: Role, isSpeaking: boolean) => (
  <Side side={side}>{isSpeaking ? `${SIDE_LABEL[side]}, speaking now` : SIDE_LABEL[side]}</Side>
);

/** A turn as a speech: who and what kind, the words, and the judge's note in the margin. */
export const TurnArticle = memo((props: TurnArticleProps) => {
  const { turn, speaker, judge, isJudged, Controls } = props;
  const { role, status, content } = turn;
  const isSpeaking = status === "streaming";
  return (
    <Article id={`turn-${turn.turnNumber}`} tabIndex={-1} aria-busy={isSpeaking || undefined}>
      <Face side={role}>
        <RobotFace side={role} isSpeaking={isSpeaking} />
      </Face>
      <Head>
        <Speaker>{speaker}</Speaker>
        {sideOf(role, isSpeaking)}
        <span>{TURN_TYPE_LABEL[turn.type]}</span>
        {status === "complete" && <Controls turn={turn} />}
      </Head>
      {status === "failed" && (
        <Trouble message={turn.error?.message ?? "This turn could not be spoken."} />
      )}
      {content !== "" && status !== "failed" && (
        <Speech side={role} content={content} quotes={turn.quotes} status={status} />
      )}
      {content === "" && status !== "failed" && <Thinking side={role} isAsked={isSpeaking} />}
      {isJudged ? <JudgeNote turn={turn} judge={judge} /> : turn.turnNumber === 1 && <SignInNote />}
    </Article>
  );
});

const Waiting = styled("p", {
  base: {
    ps: { base: "4", md: "5" },
    py: "1",
    borderInlineStartWidth: "2px",
    color: "muted",
    animation: "appear 400ms ease-out",
  },
  variants: { side: { bot_a: { borderColor: "for" }, bot_b: { borderColor: "against" } } },
});

/** Before its first word: it waits for its turn, or its model has been asked and thinks. */
const Thinking = ({ side, isAsked }: { side: Role; isAsked: boolean }) => (
  <Waiting side={side}>
    {isAsked ? "Thinking" : "Gathering its thoughts"}
    <Caret />
  </Waiting>
);
