import type { TurnReactions } from "#shared/contract/debates/reactions.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findTopSentence } from "#shared/domain/debates/audience/audience.ts";
import { splitSpeech } from "#shared/domain/text/captions.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

const Mark = styled("p", {
  base: {
    maxW: "speech",
    ms: "calc(1.25rem + 2px)",
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    lineClamp: 3,
    "& > strong": { color: "ink", fontWeight: 650 },
    "& > q": { quotes: "none", bg: "quote", px: "0.12em", borderRadius: "mark", color: "ink" },
  },
});

export interface TopSentenceProps {
  turn: Turn;
  reactions: TurnReactions;
}

/** Shows the sentence of a turn that got the most reactions, and their number. */
export const TopSentence = ({ turn, reactions }: TopSentenceProps) => {
  const textAttributes = useTextAttributes();
  const top = reactions.attempt === turn.attempt ? findTopSentence(reactions.sentences) : null;
  const sentence = top && splitSpeech(turn.content)[top.sentence];
  if (!top || !sentence) return null;
  return (
    <Mark>
      <strong>{top.count} good points</strong>{" "}
      <q {...textAttributes}>{bindPunctuation(sentence, textAttributes.lang)}</q>
    </Mark>
  );
};
