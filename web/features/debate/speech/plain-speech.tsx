import { memo } from "react";
import { Caret } from "#web/components/ui/content/caret.tsx";
import { QuoteMark } from "./quote-mark.tsx";
import { splitAtQuotes, type TextRange } from "./quote-ranges.ts";
import { splitParagraphs, splitEmphasis } from "./parse-speech.ts";

const EMPHASIS_TAGS = { none: "span", em: "em", strong: "strong" } as const;

interface ParagraphProps {
  text: string;
  start: number;
  ranges: readonly TextRange[];
  hasCaret: boolean;
}

/** Memoised, because only the last paragraph of a streaming speech changes. */
const Paragraph = memo(({ text, start, ranges, hasCaret }: ParagraphProps) => (
  <p>
    {splitEmphasis({ text, start }).map((run) => {
      const Tag = EMPHASIS_TAGS[run.emphasis];
      return (
        <Tag key={run.start}>
          {splitAtQuotes(run.text, run.start, ranges).map((segment) =>
            segment.isQuoted ? (
              <QuoteMark key={segment.start}>{segment.text}</QuoteMark>
            ) : (
              segment.text
            ),
          )}
        </Tag>
      );
    })}
    {hasCaret && <Caret />}
  </p>
));

interface PlainSpeechProps {
  content: string;
  ranges: readonly TextRange[];
  isSpeaking?: boolean;
}

/** Renders only paragraphs and emphasis, for all streaming speeches and most finished ones. */
export const PlainSpeech = ({ content, ranges, isSpeaking = false }: PlainSpeechProps) => {
  const paragraphs = splitParagraphs(content);
  return paragraphs.map(({ text, start }, index) => (
    <Paragraph
      key={start}
      text={text}
      start={start}
      ranges={ranges}
      hasCaret={isSpeaking && index === paragraphs.length - 1}
    />
  ));
};
