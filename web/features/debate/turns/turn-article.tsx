import { memo, Suspense, useState } from "react";
import type { TurnReactions } from "#shared/contract/debates/reactions.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { TURN_TYPE_LABEL } from "#shared/domain/debates/turn.ts";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Caret } from "#web/components/ui/content/caret.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { JudgeNote, SignInToReadNotes } from "./judge-note.tsx";
import { Reactions } from "../reactions/lazy-reactions.tsx";
import { TurnSpeech } from "../speech/turn-speech.tsx";
import { TurnSummaryLine } from "./turn-summary-line.tsx";
import { CopyTurnLinkButton } from "./copy-turn-link-button.tsx";
import type { TurnLayout } from "./turn-layout.ts";
import { useJudgeReveal } from "./use-judge-reveal.ts";

/* Rarely needed, so it is loaded separately. */
const HiddenTurn = lazyInServerHtml("hidden-turn", () => import("./hidden-turn.tsx"));

const Article = styled("article", {
  base: {
    /* Styles the turn in the URL's hash. A script sets `data-linked`; `:target` also works
       before hydration. */
    "&:is(:target, [data-linked])": {
      "& [data-head]": { "& > h2": { textDecoration: "underline", textUnderlineOffset: "4px" } },
      "& [data-speech]": { borderInlineStartWidth: "5px", marginInlineStart: "-3px" },
    },
    _focusVisible: {
      "& h2, & details:not([open]) > summary": {
        outline: "2px solid",
        outlineColor: "focus",
        outlineOffset: "2px",
      },
    },
  },
});

/* Aligns the line of a folded turn with the speeches. `relative` is for the fold button at the
   end of an open turn's head. */
const Fold = styled("details", {
  base: { position: "relative" },
  variants: {
    variant: {
      reading: {
        "&:not([open])": {
          ms: { md: "4.25rem", lg: "4.75rem" },
          maxW: { lg: "calc({sizes.speech} + 1.5rem)" },
        },
      },
      stage: {},
    },
  },
});

const ArticleBody = styled("div", {
  base: {
    display: "grid",
    columnGap: { base: "6", lg: "8" },
    rowGap: "3",
    "& > [data-head]": { pe: "{sizes.touch}" },
  },
  variants: {
    variant: {
      reading: {
        gridTemplateColumns: {
          base: "minmax(0, 1fr)",
          md: "2.75rem minmax(0, 1fr)",
          lg: "2.75rem minmax(0, {sizes.speech}) minmax(0, 1fr)",
        },
        gridTemplateRows: { lg: "auto 1fr" },
        "& > *": { gridColumn: { base: "1", md: "2" } },
        "& > [data-face]": { gridColumn: "1", gridRow: "1 / 3", hideBelow: "md" },
        "& > [data-note]": {
          gridColumn: { base: "1", md: "2", lg: "3" },
          gridRow: { lg: "1 / 3" },
        },
      },
      stage: {
        gridTemplateColumns: "minmax(0, 1fr)",
        "& > [data-face]": { display: "none" },
      },
    },
  },
});

const Face = styled("div", {
  base: { display: "grid", placeItems: "center", boxSize: "2.75rem", borderRadius: "control" },
  variants: { side: { bot_a: { bg: "forTint" }, bot_b: { bg: "againstTint" } } },
});

const Head = styled("header", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "2",
    rowGap: "1",
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
  /** Undefined if the turn has no reactions or the viewer may not see them. */
  reactions: TurnReactions | undefined;
  speaker: string;
  judge: Speaker | null;
  /** Whether the judge's note is shown; false for visitors. */
  isJudged: boolean;
  /** Whether the judge's note is withheld until the viewer has voted. */
  isSealed: boolean;
  variant: TurnLayout;
  /** Whether the turn is initially unfolded. */
  isOpen: boolean;
  Controls: DebateSlots["TurnControls"];
}

const renderSide = (side: Role, isSpeaking: boolean) => (
  <Side side={side}>{isSpeaking ? `${SIDE_LABEL[side]}, speaking now` : SIDE_LABEL[side]}</Side>
);

/** A turn with its speaker, text and judge's note. */
export const TurnArticle = memo((props: TurnArticleProps) => {
  const { turn, reactions, speaker, judge, isJudged, isSealed, variant, isOpen, Controls } = props;
  const { role, status, content, isHidden } = turn;
  // `isOpen` is only the initial state; after that, the user folds and unfolds the turn.
  const [isInitiallyOpen] = useState(isOpen);
  const judgeReveal = useJudgeReveal(turn);
  const isSpeaking = status === "streaming";
  return (
    <Article
      id={`turn-${turn.turnNumber}`}
      tabIndex={-1}
      aria-busy={isSpeaking || undefined}
      data-beat={judgeReveal}
    >
      <Fold open={isInitiallyOpen} variant={variant}>
        <TurnSummaryLine turn={turn} speaker={speaker} role={role} variant={variant} />
        <ArticleBody variant={variant}>
          <Face side={role} data-face>
            <RobotFace side={role} mood={isSpeaking ? "speaking" : "calm"} />
          </Face>
          <Head data-head>
            <Speaker>
              <ScreenReaderText>Turn {turn.turnNumber}, </ScreenReaderText>
              {speaker}
            </Speaker>
            {renderSide(role, isSpeaking)}
            <span>{TURN_TYPE_LABEL[turn.type]}</span>
            {status === "complete" && content !== "" && (
              <Controls turn={turn}>
                <CopyTurnLinkButton turn={turn} />
              </Controls>
            )}
            {isHidden && content !== "" && (
              <Suspense>
                <HiddenTurn side={role} isReadable />
              </Suspense>
            )}
          </Head>
          {status === "failed" && (
            <ErrorNotice message={turn.error?.message ?? "This turn failed."} />
          )}
          {isHidden && content === "" && (
            <Suspense>
              <HiddenTurn side={role} isReadable={false} />
            </Suspense>
          )}
          {content !== "" && status !== "failed" && (
            <TurnSpeech side={role} content={content} quotes={turn.quotes} status={status} />
          )}
          {reactions && <Reactions part="mark" turn={turn} reactions={reactions} />}
          {content === "" && status !== "failed" && !isHidden && <ThinkingIndicator side={role} />}
          {isJudged ? (
            <JudgeNote turn={turn} judge={judge} variant={variant} isSealed={isSealed} />
          ) : (
            turn.turnNumber === 1 &&
            !isHidden &&
            status !== "failed" && <SignInToReadNotes variant={variant} />
          )}
        </ArticleBody>
      </Fold>
    </Article>
  );
});

const ThinkingFrame = styled("p", {
  base: {
    ps: { base: "4", md: "5" },
    py: "1",
    borderInlineStartWidth: "2px",
    color: "muted",
    animation: "appear 400ms ease-out",
  },
  variants: { side: { bot_a: { borderColor: "for" }, bot_b: { borderColor: "against" } } },
});

/** Shown before the first delta: the turn is queued, or its model has been called. */
const ThinkingIndicator = ({ side }: { side: Role }) => (
  <ThinkingFrame side={side}>
    Thinking
    <Caret />
  </ThinkingFrame>
);
