import type { ClipView } from "#shared/contract/debates/clip.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { prefersReducedMotion } from "#web/lib/browser/hydration.ts";
import { findSentenceRanges, findSpeechElement } from "#web/lib/speech-text/sentence-ranges.ts";

/** Name of the highlight in the `::highlight` rule of the global styles. */
const HIGHLIGHT_NAME = "moment";

const findClipRanges = ({ passages }: ClipView, turns: readonly Turn[]): Range[] =>
  passages.flatMap(({ turnNumber, first, sentences }) => {
    const turn = turns.find((each) => each.turnNumber === turnNumber);
    const speech = findSpeechElement(turnNumber);
    if (!turn || !speech) return [];
    const all = splitSentences(turn.content).map((text) => ({ text, startMs: 0, endMs: 0 }));
    const end = first - 1 + sentences.length;
    const isSplitAsRecorded = sentences.every(({ text }, i) => all[first - 1 + i]?.text === text);
    // An old recording may have been split into other sentences than the text is now.
    const ranges = isSplitAsRecorded
      ? findSentenceRanges(speech, all).slice(first - 1, end)
      : findSentenceRanges(speech, sentences);
    return ranges.filter((range) => range !== null);
  });

/** Opens all `<details>` around the range and scrolls to it. */
const scrollToRange = (range: Range): void => {
  for (
    let details = range.startContainer.parentElement?.closest("details") ?? null;
    details;
    details = details.parentElement?.closest("details") ?? null
  )
    details.open = true;
  window.scrollBy({
    top: range.getBoundingClientRect().top - window.innerHeight * 0.3,
    behavior: prefersReducedMotion() ? "auto" : "smooth",
  });
};

/**
 * Highlights a clip in the speeches and scrolls to it once. Highlights it again when a speech is
 * rendered again, e.g. after its Markdown was parsed. Returns the function that removes the
 * highlight.
 */
export const highlightClip = (view: ClipView, turns: readonly Turn[]): (() => void) => {
  const speeches = view.passages.flatMap(({ turnNumber }) => findSpeechElement(turnNumber) ?? []);
  const highlight = (): Range[] => {
    const ranges = findClipRanges(view, turns);
    if (typeof Highlight === "function")
      CSS.highlights.set(HIGHLIGHT_NAME, new Highlight(...ranges));
    return ranges;
  };
  for (const speech of speeches) speech.dataset["moment"] = "";
  const [start] = highlight();
  if (start) scrollToRange(start);
  const observer = new MutationObserver(() => void highlight());
  for (const speech of speeches) observer.observe(speech, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const speech of speeches) delete speech.dataset["moment"];
    if (typeof Highlight === "function") CSS.highlights.delete(HIGHLIGHT_NAME);
  };
};
