import { Link } from "react-router-dom";
import type { Turn } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { MAX_SCORE } from "#shared/domain/score.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import type { TurnLook } from "./turn-look.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

/** What stands beside a speech, or under it where there is no margin. */
const MarginNote = styled("div", {
  base: {
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    maxW: "speech",
    /* In line with the speech, which has a rule beside it. */
    ps: { base: "calc(1rem + 2px)", md: "calc(1.25rem + 2px)", lg: "0" },
    _focusVisible: { borderRadius: "control", bg: "canvas" },
  },
  variants: {
    /* As high as most notes: what stands below keeps its place when one is written. */
    look: {
      reading: {},
      stage: {
        minH: { base: "6.5rem", lg: "0" },
        /* Under a text that grows it would be pushed down line by line. */
        "&[data-waits]": { display: { base: "none", lg: "block" } },
      },
    },
  },
});

/* For those who were there: the note is written, then its score lands. */
const WRITTEN = {
  "article[data-beat=lit] &": {
    animation: "appear 600ms ease-out 500ms backwards",
    _motionReduce: { animation: "none" },
  },
};
const LANDED = {
  "article[data-beat=lit] &": {
    animation: "land 420ms {easings.out} 1000ms backwards",
    _motionReduce: { animation: "none" },
  },
};

const Feedback = styled("p", { base: WRITTEN });

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
      ...LANDED,
    },
  },
});

interface JudgeNoteProps {
  turn: Turn;
  /** Who judges this debate; null when nobody can. */
  judge: Provider | null;
  look: TurnLook;
}

/** What stands in the margin while there is no score. */
const whileUnscored = (turn: Turn, judge: string | null): string | null => {
  if (turn.status === "failed") return null;
  if (turn.judge !== null || judge === null) return "Not scored";
  return turn.status === "complete" ? `${judge} is weighing it up…` : "Scored when the turn ends";
};

/** What the judge says of a turn, in its margin: the score first. */
export const JudgeNote = ({ turn, judge, look }: JudgeNoteProps) => {
  const labelOf = useProviderLabel();
  const spokenBy = turn.judge ?? judge;
  if (turn.score === null)
    return (
      <MarginNote data-note={look} look={look} data-waits={turn.status !== "complete" || undefined}>
        {whileUnscored(turn, judge && labelOf(judge))}
      </MarginNote>
    );
  return (
    <MarginNote
      data-note={look}
      look={look}
      role="note"
      tabIndex={0}
      aria-label={`${spokenBy ? labelOf(spokenBy) : "Judge"} on turn ${turn.turnNumber}`}
    >
      <Score>
        <strong>{turn.score}</strong> / {MAX_SCORE}
      </Score>
      <Feedback dir="auto">{turn.feedback}</Feedback>
    </MarginNote>
  );
};

/* As high as a thumb needs, without making its line higher. */
const NoteWithLink = styled(MarginNote, {
  base: { "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" } },
});

/** Where the judge's notes stand for people with an account. */
export const SignInNote = ({ look }: { look: TurnLook }) => (
  <NoteWithLink data-note={look} look="reading">
    The judge scores every turn. <Link to={useAuthAddress()("login", "#turn-1")}>Sign in</Link> to
    read its notes.
  </NoteWithLink>
);
