/** @jest-environment ./tests/web/browser.cjs */
import { act, renderHook } from "@testing-library/react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useCaption } from "#web/features/debate/scene/words/use-caption.ts";
import { buildTurn } from "./fixtures.ts";

const FIRST = "It began like this, in a small town.";
const SECOND = "And it ended there so many years later.";
const CONTENT = `${FIRST} ${SECOND}`;
const whole = buildTurn(1, { content: CONTENT });
/** The turn as the page shows it when `content` has been spoken. */
const spokenTo = (content: string): Turn => ({ ...whole, status: "streaming", content });

describe("the caption of a turn", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const show = (shown: Turn) =>
    renderHook(({ shown }) => useCaption(shown, whole), { initialProps: { shown } });

  test("follows the voice, and is over with its last word", async () => {
    const { result, rerender } = show(spokenTo("It began"));
    expect(result.current).toMatchObject({ spoken: "It began", isOver: false });
    await wait(60_000);
    expect(result.current?.spoken).toBe("It began");
    rerender({ shown: spokenTo(`${FIRST} And it`) });
    expect(result.current).toMatchObject({ previous: FIRST, spoken: "And it" });
    rerender({ shown: spokenTo(CONTENT) });
    expect(result.current).toMatchObject({ spoken: SECOND, coming: "", isOver: false });
    rerender({ shown: whole });
    expect(result.current?.isOver).toBe(true);
  });

  test("continues at reading pace from where a voice that failed has stopped", async () => {
    const { result, rerender } = show(spokenTo("It began"));
    rerender({ shown: whole });
    expect(result.current).toMatchObject({ spoken: FIRST, isOver: false });
    await wait(6000);
    expect(result.current).toMatchObject({ spoken: SECOND, isOver: false });
    await wait(6000);
    expect(result.current?.isOver).toBe(true);
  });

  test("of a finished turn is over for a viewer who joins", () => {
    expect(show(whole).result.current).toMatchObject({ isOver: true, spoken: SECOND });
  });
});
