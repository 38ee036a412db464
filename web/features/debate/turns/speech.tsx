import { Suspense, useMemo } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import type { Role } from "#shared/domain/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { PlainSpeech } from "./plain-speech.tsx";
import { quoteRanges } from "./quote-ranges.ts";
import { hasMoreMarkup } from "./speech-parts.ts";

const RichSpeech = splitOptional(() => import("./rich-speech.tsx"), PlainSpeech);

const Words = styled("div", {
  base: {
    display: "grid",
    gap: "1em",
    maxW: "speech",
    ps: { base: "4", md: "5" },
    borderInlineStartWidth: "2px",
    fontSize: "17",
    lineHeight: 1.65,
    "& p": { whiteSpace: "pre-line" },
    "& ul, & ol": { ps: "5", listStyle: "revert" },
    "& h1, & h2, & h3": { fontSize: "20" },
    "& blockquote": { ps: "4", borderInlineStartWidth: "2px", borderColor: "line", color: "muted" },
  },
  variants: {
    side: { bot_a: { borderColor: "for" }, bot_b: { borderColor: "against" } },
    isLarge: {
      true: { fontSize: { lg: "20" }, lineHeight: { lg: 1.6 }, maxW: { lg: "stageSpeech" } },
    },
  },
});

interface SpeechProps extends Pick<Turn, "content" | "quotes" | "status"> {
  side: Role;
  isLarge: boolean;
}

/** A speech with the judge's quotes marked. */
export const Speech = ({ side, content, quotes, status, isLarge }: SpeechProps) => {
  const isFinished = status === "complete";
  const isMarkdown = hasMoreMarkup(content, useIsTakenOver() ? "in time" : "at once");
  const ranges = useMemo(() => quoteRanges(content, quotes ?? []), [content, quotes]);
  const plain = <PlainSpeech content={content} ranges={ranges} isSpeaking={!isFinished} />;
  return (
    <Words side={side} isLarge={isLarge} dir="auto" data-speech>
      {isFinished && isMarkdown ? (
        <Suspense fallback={plain}>
          <RichSpeech content={content} ranges={ranges} />
        </Suspense>
      ) : (
        plain
      )}
    </Words>
  );
};
