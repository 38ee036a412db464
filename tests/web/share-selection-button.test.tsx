/** @jest-environment ./tests/web/browser.cjs */
import { act, render, screen } from "@testing-library/react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { ShareSelectionButton } from "#web/features/clips/selection/share-selection-button.tsx";
import { buildTurn } from "./fixtures.ts";
import { wrapWithStyles } from "./render-with-styles.tsx";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const SECOND = "Streets belong to";
const speaking = (words: string, change: Partial<Turn> = {}) => [
  buildTurn(1),
  buildTurn(2, { status: "streaming", content: words, ...change }),
];
const page = (turns: Turn[]) =>
  wrapWithStyles(
    <>
      {turns.map(({ turnNumber, content }) => (
        <article key={turnNumber} id={`turn-${turnNumber}`}>
          <p data-speech="">{content}</p>
        </article>
      ))}
      <ShareSelectionButton turns={turns} />
    </>,
  );

/** Opens a debate whose second turn is streaming. */
const open = () => {
  const { rerender } = render(page(speaking("")));
  const show = (turns: Turn[]) => rerender(page(turns));
  /** Streams one word every 50 ms. */
  const streamWords = (times: number) => {
    for (let word = 1; word <= times; word++) {
      act(() => jest.advanceTimersByTime(50));
      show(speaking("so ".repeat(word)));
    }
  };
  return { show, streamWords };
};

const select = (words: string) => {
  const [text] = screen.getByText(words).childNodes;
  document.getSelection()?.setBaseAndExtent(text as Node, 0, text as Node, words.length);
  document.dispatchEvent(new Event("selectionchange"));
};
const deselect = () => {
  document.getSelection()?.removeAllRanges();
  document.dispatchEvent(new Event("selectionchange"));
};
const isOffered = () => screen.queryByRole("button", { name: "Share this moment" }) !== null;

test("selected words can be shared while a later turn is streaming", () => {
  const { streamWords } = open();
  select("The words of turn 1.");
  streamWords(4);
  expect(isOffered()).toBe(false);
  streamWords(2);
  expect(isOffered()).toBe(true);
  deselect();
  streamWords(6);
  expect(isOffered()).toBe(false);
});

test("words that were selected while they streamed can be shared when their turn is complete", () => {
  const { show } = open();
  show(speaking(SECOND));
  select(SECOND);
  act(() => jest.advanceTimersByTime(250));
  expect(isOffered()).toBe(false);
  show(speaking(SECOND, { status: "complete" }));
  act(() => jest.advanceTimersByTime(250));
  expect(isOffered()).toBe(true);
});
