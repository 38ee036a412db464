import { Link } from "react-router-dom";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { splitNote } from "#shared/domain/debates/judging/split-note.ts";
import { MAX_SCORE } from "#shared/domain/debates/judging/score.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { TurnLayout } from "./turn-layout.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/** The judge's note beside a speech, or below the speech on narrow screens. */
const MarginNote = styled("div", {
  base: {
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    maxW: "speech",
    _focusVisible: { borderRadius: "control", bg: "canvas" },
  },
  variants: {
    /*
     * Aligns the note with the text of the speech. The paragraphs have the padding, because each
     * one may be right-to-left and then needs it on its right.
     */
    variant: {
      reading: {
        "& > p": { ps: { base: "calc(1rem + 2px)", md: "calc(1.25rem + 2px)", lg: "0" } },
      },
      stage: {
        "& > p": { ps: { base: "calc(1rem + 2px)", md: "calc(1.25rem + 2px)" } },
        /* Height of a typical note, so that content below does not move when the note arrives. */
        minH: "9rem",
        /* Hidden while the text is streaming, because the empty note below it would move down
           with every line. */
        "&[data-waits]": { display: "none" },
      },
    },
  },
});

/* If a judgement arrives while the page is open, its text appears first, then its score. */
const FEEDBACK_ANIMATION = {
  "article[data-beat=lit] &": {
    animation: "appear 600ms ease-out 500ms backwards",
    _motionReduce: { animation: "none" },
  },
};
const SCORE_ANIMATION = {
  "article[data-beat=lit] &": {
    animation: "land 420ms {easings.out} 1000ms backwards",
    _motionReduce: { animation: "none" },
  },
};

const Ruling = styled("p", {
  base: { color: "ink", fontWeight: 600, fontSize: "16", ...FEEDBACK_ANIMATION },
});

const Feedback = styled("p", { base: FEEDBACK_ANIMATION });

const Score = styled("p", {
  base: {
    display: "flex",
    alignItems: "baseline",
    gap: "1.5",
    mb: "1",
    fontVariantNumeric: "tabular-nums",
    "& strong": {
      fontFamily: "display",
      fontWeight: 700,
      fontSize: "26",
      lineHeight: 1.1,
      color: "ink",
      display: "inline-block",
      transformOrigin: "left bottom",
      ...SCORE_ANIMATION,
    },
  },
});

interface JudgeNoteProps {
  turn: Turn;
  /** The debate's judge; null if none is available. */
  judge: Speaker | null;
  variant: TurnLayout;
  /** Whether the note is withheld until the viewer has voted. */
  isSealed: boolean;
}

const getUnscoredText = (turn: Turn, judge: string | null, isSealed: boolean): string | null => {
  if (turn.status === "failed") return null;
  if (judge === null) return "Not scored";
  if (turn.judge !== null) return "The judge couldn’t score this turn";
  if (turn.status !== "complete") return "Score comes after this turn";
  return isSealed ? "Sealed until you vote" : `${judge} is scoring…`;
};

export const JudgeNote = ({ turn, judge, variant, isSealed }: JudgeNoteProps) => {
  const getProviderLabel = useProviderLabel();
  const textAttributes = useTextAttributes();
  const spokenBy = turn.judge ?? judge;
  if (turn.score === null)
    return (
      <MarginNote
        data-note={variant}
        variant={variant}
        role={isSealed ? "note" : undefined}
        data-waits={turn.status !== "complete" || undefined}
      >
        <p>{getUnscoredText(turn, judge && getProviderLabel(judge), isSealed)}</p>
      </MarginNote>
    );
  const { ruling, feedback } = splitNote(turn);
  return (
    <MarginNote
      data-note={variant}
      variant={variant}
      role="note"
      tabIndex={0}
      aria-label={`${spokenBy ? getProviderLabel(spokenBy) : "Judge"} on turn ${turn.turnNumber}`}
    >
      <Score>
        <strong>{turn.score}</strong> / {MAX_SCORE}
      </Score>
      {ruling && (
        <Ruling {...textAttributes}>{bindPunctuation(ruling, textAttributes.lang)}</Ruling>
      )}
      {feedback && (
        <Feedback {...textAttributes}>{bindPunctuation(feedback, textAttributes.lang)}</Feedback>
      )}
    </MarginNote>
  );
};

/* Makes the link tall enough to touch, without making the line taller. */
const NoteWithLink = styled(MarginNote, {
  base: { "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" } },
});

/** Shown to visitors in place of the judge's notes. */
export const SignInToReadNotes = ({ variant }: { variant: TurnLayout }) => (
  <NoteWithLink data-note={variant} variant="reading">
    <p>
      The judge scores every turn. <Link to={useAuthPageUrl()("login", "#turn-1")}>Sign in</Link> to
      read its notes.
    </p>
  </NoteWithLink>
);
