import { memo } from "react";
import { Caret } from "#web/components/ui/caret.tsx";
import { Mark } from "./mark.tsx";
import { cutAtQuotes, type Range } from "./quote-ranges.ts";
import { paragraphs, runs } from "./speech-parts.ts";

const TAGS = { none: "span", em: "em", strong: "strong" } as const;

interface ParagraphProps {
  text: string;
  start: number;
  ranges: readonly Range[];
  hasCaret: boolean;
}

/** Memoised, because only the last paragraph of a streaming speech changes. */
const Paragraph = memo(({ text, start, ranges, hasCaret }: ParagraphProps) => (
  <p>
    {runs({ text, start }).map((run) => {
      const Tag = TAGS[run.emphasis];
      return (
        <Tag key={run.start}>
          {cutAtQuotes(run.text, run.start, ranges).map((piece) =>
            piece.isQuoted ? <Mark key={piece.start}>{piece.text}</Mark> : piece.text,
          )}
        </Tag>
      );
    })}
    {hasCaret && <Caret />}
  </p>
));

interface PlainSpeechProps {
  content: string;
  ranges: readonly Range[];
  isSpeaking?: boolean;
}

/** Renders paragraphs and emphasis only. Used for most speeches and for all streaming ones. */
export const PlainSpeech = ({ content, ranges, isSpeaking = false }: PlainSpeechProps) => {
  const parts = paragraphs(content);
  return parts.map(({ text, start }, place) => (
    <Paragraph
      key={start}
      text={text}
      start={start}
      ranges={ranges}
      hasCaret={isSpeaking && place === parts.length - 1}
    />
  ));
};
