import { styled } from "#web/components/theme/styled.tsx";
import type { JudgeMoment } from "./use-judge-moment.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/** A scene with little room for words. */
const LOW = "@container scene (max-height: 32rem)";

/*
 * This is not a paragraph, because users may enlarge the space after paragraphs, for which there is
 * no room.
 */
const Score = styled("div", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    fontSize: "var(--score)",
    lineHeight: 1,
    fontVariantNumeric: "tabular-nums",
    animation: "rise {durations.calm} {easings.out}",
    [LOW]: { fontSize: "min(3rem, 11cqh)" },
  },
});

const ScoreOf = styled("div", {
  base: { color: "muted", fontSize: "14", mt: "1", [LOW]: { display: "none" } },
});

const Ruling = styled("p", {
  base: {
    mt: "4",
    [LOW]: { mt: "1" },
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.01em",
    fontSize: "calc(var(--caption) * 0.84)",
    lineHeight: 1.2,
    textWrap: "balance",
    lineClamp: 4,
  },
});

const Quote = styled("p", {
  base: {
    mt: "4",
    fontSize: "clamp(0.9375rem, 0.8rem + 0.4cqw, 1.125rem)",
    lineHeight: 1.5,
    lineClamp: 2,
    "& > mark": { bg: "quote", color: "ink", px: "1", borderRadius: "mark" },
  },
  variants: {
    phase: {
      quotes: {
        mt: 0,
        fontFamily: "display",
        fontWeight: 700,
        fontSize: "var(--caption)",
        lineHeight: 1.25,
        lineClamp: 5,
        "& > mark": { bg: "quoteLit" },
      },
      ruling: { [LOW]: { display: "none" } },
    },
  },
});

export interface JudgeWordsProps extends Pick<JudgeMoment, "turn" | "phase"> {
  speaker: string;
  ruling: string;
}

/** Shows the words that the judge quotes, then the score and the ruling. */
const JudgeWords = ({ turn, phase, speaker, ruling }: JudgeWordsProps) => {
  const { score, turnNumber, quotes } = turn;
  const textAttributes = useTextAttributes();
  const [quote] = quotes ?? [];
  const isRuling = phase === "ruling" || quote === undefined;
  return (
    <div data-ruling={phase}>
      {isRuling && score !== null && (
        <>
          <Score>{score}</Score>
          <ScoreOf>
            for {speaker}, turn {turnNumber}
          </ScoreOf>
          <Ruling {...textAttributes}>{ruling}</Ruling>
        </>
      )}
      {quote !== undefined && (
        <Quote phase={isRuling ? "ruling" : "quotes"} {...textAttributes}>
          <mark>{quote}</mark>
        </Quote>
      )}
    </div>
  );
};

export default JudgeWords;
