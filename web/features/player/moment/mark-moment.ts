import type { MomentView } from "#shared/contract/moment.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { prefersCalm } from "#web/lib/use-browser.ts";
import { sentencePlaces } from "../voice/sentence-places.ts";
import { speechOf } from "../voice/speech-of.ts";

/** Name in the stylesheet's ::highlight rule. */
const LINKED = "moment";

const placesOf = ({ passages }: MomentView, turns: readonly Turn[]): Range[] =>
  passages.flatMap(({ turnNumber, first, sentences }) => {
    const turn = turns.find((each) => each.turnNumber === turnNumber);
    const speech = speechOf(turnNumber);
    if (!turn || !speech) return [];
    const all = spokenSentences(turn.content).map((text) => ({ text, startMs: 0, endMs: 0 }));
    const places = sentencePlaces(speech, all).slice(first - 1, first - 1 + sentences.length);
    return places.filter((place) => place !== null);
  });

/** Opens all folded elements around the range and scrolls to it. */
const show = (range: Range): void => {
  for (
    let fold = range.startContainer.parentElement?.closest("details") ?? null;
    fold;
    fold = fold.parentElement?.closest("details") ?? null
  )
    fold.open = true;
  window.scrollBy({
    top: range.getBoundingClientRect().top - window.innerHeight * 0.3,
    behavior: prefersCalm() ? "auto" : "smooth",
  });
};

/**
 * Highlights a clip in the speeches and scrolls to it once. Highlights it again when a speech is
 * re-rendered, e.g. after its Markdown was parsed. Returns the function that removes the
 * highlight.
 */
export const markMoment = (view: MomentView, turns: readonly Turn[]): (() => void) => {
  const speeches = view.passages.flatMap(({ turnNumber }) => speechOf(turnNumber) ?? []);
  const mark = (): Range[] => {
    const places = placesOf(view, turns);
    if (typeof Highlight === "function") CSS.highlights.set(LINKED, new Highlight(...places));
    return places;
  };
  for (const speech of speeches) speech.dataset["moment"] = "";
  const [start] = mark();
  if (start) show(start);
  const watch = new MutationObserver(() => void mark());
  for (const speech of speeches) watch.observe(speech, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    for (const speech of speeches) delete speech.dataset["moment"];
    if (typeof Highlight === "function") CSS.highlights.delete(LINKED);
  };
};
