import { Link } from "react-router-dom";
import type { Turn } from "#shared/contract/turn.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { MAX_SCORE } from "#shared/domain/score.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";

/** What stands beside a speech, or under it where there is no margin. */
const MarginNote = styled("div", {
  base: {
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    maxW: "speech",
    /* In line with the speech, which has a rule beside it. */
    ps: { base: "calc(1rem + 2px)", md: "calc(1.25rem + 2px)", lg: "0" },
    _focusVisible: { borderRadius: "control" },
  },
});

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
    },
  },
});

interface JudgeNoteProps {
  turn: Turn;
  /** Who judges this debate; null when nobody can. */
  judge: Provider | null;
}

/** What stands in the margin while there is no score. */
const whileUnscored = (turn: Turn, judge: string | null): string | null => {
  if (turn.status === "failed") return null;
  if (turn.judge !== null || judge === null) return "Not scored";
  return turn.status === "complete" ? `${judge} is weighing it up…` : "Scored when the turn ends";
};

/** What the judge says of a turn, in its margin: the score first. */
export const JudgeNote = ({ turn, judge }: JudgeNoteProps) => {
  const labelOf = useProviderLabel();
  const spokenBy = turn.judge ?? judge;
  if (turn.score === null)
    return <MarginNote data-note>{whileUnscored(turn, judge && labelOf(judge))}</MarginNote>;
  return (
    <MarginNote
      data-note
      role="note"
      tabIndex={0}
      aria-label={spokenBy ? labelOf(spokenBy) : "Judge"}
    >
      <Score>
        <strong>{turn.score}</strong> / {MAX_SCORE}
      </Score>
      <p dir="auto">{turn.feedback}</p>
    </MarginNote>
  );
};

/* As high as a thumb needs, without making its line higher. */
const NoteWithLink = styled(MarginNote, {
  base: { "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" } },
});

/** Where the judge's notes stand for people with an account. */
export const SignInNote = () => (
  <NoteWithLink data-note>
    The judge scores every turn. <Link to="/auth?tab=login">Sign in</Link> to read its notes.
  </NoteWithLink>
);
