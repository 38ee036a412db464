import { Suspense, useMemo } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { PlainSpeech } from "./plain-speech.tsx";
import { findQuoteRanges } from "./quote-ranges.ts";
import { shouldRenderMarkdown } from "./parse-speech.ts";
import { useBoundText, useTextAttributes } from "#web/components/debate/debate-language.ts";

const MarkdownSpeech = lazyInServerHtml(
  "markdown-speech",
  () => import("./markdown-speech.tsx"),
  PlainSpeech,
);

const SpeechFrame = styled("div", {
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
  },
});

interface TurnSpeechProps extends Pick<Turn, "content" | "quotes" | "status"> {
  side: Role;
}

export const TurnSpeech = ({ side, content, quotes, status }: TurnSpeechProps) => {
  const isFinished = status === "complete";
  const isMarkdown = shouldRenderMarkdown(content, useIsHydrated() ? "async" : "sync");
  const ranges = useMemo(() => findQuoteRanges(content, quotes ?? []), [content, quotes]);
  const shown = useBoundText(content);
  const plain = <PlainSpeech content={shown} ranges={ranges} isSpeaking={!isFinished} />;
  return (
    <SpeechFrame side={side} {...useTextAttributes()} data-speech>
      {isFinished && isMarkdown ? (
        <Suspense fallback={plain}>
          <MarkdownSpeech content={shown} ranges={ranges} />
        </Suspense>
      ) : (
        plain
      )}
    </SpeechFrame>
  );
};
