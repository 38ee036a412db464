import { useEffect, useMemo, useState } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  findCaptionPosition,
  getReadingLength,
  splitCaptions,
} from "#shared/domain/text/captions.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";

export interface Caption {
  /** Identifies the caption, so that each one enters with its own animation. */
  key: string;
  /** Position of the caption in the turn. */
  index: number;
  previous: string;
  /** All words of the turn before this caption. */
  before: string;
  spoken: string;
  /** The words of this caption that are not spoken yet. */
  coming: string;
  /** Whether the whole turn has been shown, or the turn has failed. */
  isOver: boolean;
}

/**
 * Reading time of a caption, in milliseconds. `behind` is the number of captions that wait after
 * it.
 */
export const getReadingMs = (caption: string, behind: number): number => {
  const ms = Math.min(6000, Math.max(1200, 400 + getReadingLength(caption) * 42));
  // Catches up with a text that is written faster than it is read.
  return behind > 2 ? ms / 2 : ms;
};

interface ReadCaptions {
  turnNumber: number;
  captions: readonly string[];
  /** Whether `captions` are the whole turn. */
  isFinished: boolean;
  /** Index of the caption that is spoken; null if the turn is not being spoken. */
  spokenIndex: number | null;
  isPaused: boolean;
}

/**
 * Index of the caption to show; `captions.length` after the last one of a finished turn. Follows
 * the speech, and continues at reading pace if the speech stops before the last caption. For a
 * viewer who joins, it starts at the end of what is written.
 */
const useCaptionIndex = ({
  turnNumber,
  captions,
  isFinished,
  spokenIndex,
  isPaused,
}: ReadCaptions): number => {
  const last = captions.length - 1;
  const end = isFinished ? captions.length : last;
  const [position, setPosition] = useState({ turnNumber, index: end, isSpoken: false });
  const isOther = position.turnNumber !== turnNumber;
  const isSpoken = spokenIndex !== null;
  // After a failed attempt, the previous turn is shown again, with all of its text.
  const startIndex = turnNumber < position.turnNumber ? end : 0;
  const readIndex = isOther ? startIndex : Math.min(position.index, end);
  // The speech has reached the last caption and is over.
  const isHeard = !isOther && position.isSpoken && !isSpoken && position.index >= last;
  const index = spokenIndex ?? (isHeard ? end : readIndex);
  if (isOther || index !== position.index || (isSpoken && !position.isSpoken))
    setPosition({ turnNumber, index, isSpoken });
  const caption = captions[index] ?? "";
  const isBehind = !isSpoken && index < end;
  useEffect(() => {
    if (!isBehind || isPaused) return undefined;
    const timer = setTimeout(
      () => setPosition({ turnNumber, index: index + 1, isSpoken: false }),
      getReadingMs(caption, end - index),
    );
    return () => clearTimeout(timer);
  }, [turnNumber, index, isBehind, isPaused, caption, end]);
  return index;
};

/**
 * Returns the caption of a turn. `shown` is the turn as far as it was spoken. While it is shorter
 * than `whole`, the captions follow the speech. Otherwise they change at reading pace.
 */
export const useCaption = (
  shown: Turn | undefined,
  whole: Turn | undefined,
  isPaused = false,
): Caption | null => {
  const content = whole?.content ?? "";
  const captions = useMemo(() => splitCaptions(content), [content]);
  const turnNumber = shown?.turnNumber ?? 0;
  const isDelayed =
    shown !== undefined &&
    (shown.content.length < content.length || shown.status !== whole?.status);
  const spoken =
    isDelayed && captions.length > 0
      ? findCaptionPosition(captions, toPlainText(shown.content))
      : null;
  const index = useCaptionIndex({
    turnNumber,
    captions,
    isFinished: whole?.status === "complete",
    spokenIndex: spoken?.index ?? null,
    isPaused,
  });
  if (!shown || captions.length === 0) return null;
  const length = spoken?.length ?? Number.POSITIVE_INFINITY;
  const caption = captions[index] ?? captions.at(-1) ?? "";
  return {
    key: `${turnNumber}.${index}`,
    index,
    previous: captions[Math.min(index, captions.length - 1) - 1] ?? "",
    before: captions.slice(0, index).join(" "),
    spoken: caption.slice(0, length),
    coming: caption.slice(length),
    isOver: index >= captions.length || shown.status === "failed",
  };
};
