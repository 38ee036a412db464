import { useEffect, useMemo, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findCaptionPosition, splitCaptions } from "#shared/domain/text/captions.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";

export interface Caption {
  /** Identifies the caption, so that each one enters with its own animation. */
  key: string;
  previous: string;
  spoken: string;
  /** The words of this caption that the voice has not reached. */
  coming: string;
  /** Whether the whole turn has been shown. */
  isOver: boolean;
}

/** Reading time of a caption, in milliseconds. */
const getReadingMs = (caption: string, behind: number): number => {
  const ms = Math.min(6000, Math.max(1200, 400 + caption.length * 42));
  // Catches up with a text that is written faster than it is read.
  return behind > 2 ? ms / 2 : ms;
};

/**
 * Index of the caption to read; `captions.length` after the last one of a finished turn. A viewer
 * who joins does not read what was said before.
 */
const useReadingIndex = (
  turnNumber: number,
  captions: readonly string[],
  isFinished: boolean,
): number => {
  const end = isFinished ? captions.length : captions.length - 1;
  const [position, setPosition] = useState({ turnNumber, index: end });
  const isOther = position.turnNumber !== turnNumber;
  if (isOther) setPosition({ turnNumber, index: 0 });
  const index = isOther ? 0 : Math.min(position.index, end);
  const caption = captions[index] ?? "";
  const isBehind = index < end;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(
      () => setPosition({ turnNumber, index: index + 1 }),
      getReadingMs(caption, end - index),
    );
    return () => clearTimeout(timer);
  }, [turnNumber, index, isBehind, caption, end]);
  return index;
};

/**
 * The caption of a turn: at the voice's position if `shown`, the turn as far as it was spoken, is
 * shorter than the turn; otherwise at reading pace.
 */
export const useCaption = (shown: Turn | undefined, whole: Turn | undefined): Caption | null => {
  const content = whole?.content ?? "";
  const captions = useMemo(() => splitCaptions(content), [content]);
  const turnNumber = shown?.turnNumber ?? 0;
  const readingIndex = useReadingIndex(turnNumber, captions, whole?.status === "complete");
  if (!shown || captions.length === 0) return null;
  const isDelayed = shown.content.length < content.length;
  const { index, length } = isDelayed
    ? findCaptionPosition(captions, toPlainText(shown.content))
    : { index: readingIndex, length: Number.POSITIVE_INFINITY };
  const caption = captions[index] ?? captions.at(-1) ?? "";
  return {
    key: `${turnNumber}.${index}`,
    previous: captions[Math.min(index, captions.length - 1) - 1] ?? "",
    spoken: caption.slice(0, length),
    coming: caption.slice(length),
    isOver: index >= captions.length,
  };
};
