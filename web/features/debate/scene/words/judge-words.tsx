import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useEffect, useEffectEvent } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { type RulingVoice, rulingVoice } from "#web/lib/player/ruling-voice.ts";
import { getRuling } from "./use-judge-moment.ts";
import type { SceneWords } from "./use-scene-words.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

/** A scene with little room for words. */
const LOW = "@container scene (max-height: 32rem)";

/*
 * A `div`, because users may enlarge the space after paragraphs. There is no room for more space
 * here.
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
    "@container scene (max-width: 40rem)": { mt: "2" },
    [LOW]: { mt: "1" },
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.01em",
    fontSize: "calc(var(--caption) * 0.84)",
    lineHeight: setLineHeight(1.2),
    textWrap: "balance",
    lineClamp: 4,
  },
});

const Quote = styled("p", {
  base: {
    mt: { base: "2", md: "4" },
    fontSize: "clamp(0.9375rem, 0.8rem + 0.4cqw, 1.125rem)",
    lineHeight: 1.5,
    lineClamp: 2,
    textWrap: "balance",
    "& > mark": { bg: "quote", color: "ink", px: "1", borderRadius: "mark" },
  },
  variants: {
    phase: {
      quotes: {
        mt: 0,
        fontFamily: "display",
        fontWeight: 700,
        fontSize: "var(--caption)",
        lineHeight: setLineHeight(1.25),
        lineClamp: 5,
        "& > mark": { bg: "quoteLit" },
      },
      ruling: {
        [LOW]: { display: "none" },
        "@container scene (max-width: 40rem)": { lineClamp: 1 },
        "@container scene (max-width: 40rem) and (min-height: 36rem)": {
          "&:not([data-long])": { lineClamp: 2 },
        },
      },
    },
  },
});

/**
 * In characters. A longer ruling (the judge's sentence about a turn) leaves one line for the quote
 * on phones.
 */
const LONG_RULING = 50;

/**
 * Plays the recording of the judge's ruling when the scene shows its text. The text stays until the
 * recording ends.
 */
const useSpokenRuling = (
  { id, ruling }: Turn,
  { moment, hold, skip }: Pick<SceneWords, "moment" | "hold" | "skip">,
  ownVoice: RulingVoice | undefined,
): void => {
  const phase = ruling === null ? undefined : moment?.phase;
  const handleStart = useEffectEvent(hold);
  const handleEnd = useEffectEvent(skip);
  useEffect(() => {
    const voice = ownVoice ?? rulingVoice.current;
    if (phase === "quotes") voice?.load(id);
    if (phase !== "ruling") return undefined;
    return voice?.speak(id, {
      onStart: () => handleStart(),
      onEnd: () => handleEnd(),
    });
  }, [id, phase, ownVoice]);
};

export interface JudgeWordsProps {
  words: Pick<SceneWords, "moment" | "hold" | "skip">;
  turn: Turn;
  debate: Debate;
  /** The voice that speaks the ruling; the default is the voice of a running debate. */
  voice?: RulingVoice | undefined;
}

/** Shows the words that the judge quotes, then the score and the judge's one-sentence ruling. */
export const JudgeWords = ({ debate, words, turn, voice }: JudgeWordsProps) => {
  useSpokenRuling(turn, words, voice);
  const getProviderLabel = useProviderLabel();
  const phase = words.moment?.phase ?? "ruling";
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
            out of 10 for {getProviderLabel(getProviderOfRole(turn.role, debate))}, turn{" "}
            {turnNumber}
          </ScoreOf>
          <Ruling {...textAttributes}>
            {bindPunctuation(getRuling(turn), textAttributes.lang)}
          </Ruling>
        </>
      )}
      {quote !== undefined && (
        <Quote
          phase={isRuling ? "ruling" : "quotes"}
          data-long={getRuling(turn).length > LONG_RULING || undefined}
          {...textAttributes}
        >
          <mark>{bindPunctuation(quote, textAttributes.lang)}</mark>
        </Quote>
      )}
    </div>
  );
};
