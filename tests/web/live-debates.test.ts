import { mergeLiveDebates } from "#web/features/debate-list/live/merge-live-debates.ts";
import { findNextWordEnd } from "#web/features/debate-list/live/use-word-reveal.ts";
import { buildLiveDebate } from "./fixtures.ts";

const live = (...ids: number[]) => ids.map((id) => buildLiveDebate({ id }));
const formatList = (debates: ReturnType<typeof mergeLiveDebates>) =>
  debates.map(({ id, endedAtMs }) => (endedAtMs === undefined ? `${id}` : `${id} over`)).join(", ");

describe("the list of live debates", () => {
  test.each([
    ["fills an empty list", [], [1, 2], "1, 2"],
    ["keeps the places of known debates", [1, 2], [2, 1], "1, 2"],
    ["replaces an ended debate by a new one", [1, 2], [3, 2], "3, 2"],
    ["keeps an ended debate while there is no new one", [1, 2], [2], "1 over, 2"],
    ["adds no debate without a free place", [1], [1, 2], "1"],
  ])("%s", (_what, shown, listed, expected) => {
    expect(formatList(mergeLiveDebates(live(...shown), live(...listed)))).toBe(expected);
  });

  test("shows the latest words, and marks an ended debate as not speaking", () => {
    const [listed] = mergeLiveDebates(live(1), [buildLiveDebate({ id: 1, words: null })]);
    expect(listed).toMatchObject({ isSpeaking: true, words: null });
    expect(mergeLiveDebates(live(1), [])[0]).toMatchObject({ isSpeaking: false });
    expect(formatList(mergeLiveDebates(mergeLiveDebates(live(1), []), live(1)))).toBe("1");
  });

  test.each([
    ["for a minute after the last one ended", 69_999, "1 over, 2 over"],
    ["no longer than a minute", 70_000, ""],
  ])("keeps the last ended debates %s", (_how, now, expected) => {
    const ended = mergeLiveDebates(mergeLiveDebates(live(1, 2), live(2), 5000), [], 10_000);
    expect(formatList(mergeLiveDebates(ended, [], now))).toBe(expected);
  });

  test("keeps an ended debate while another is running, until a new one replaces it", () => {
    const ended = mergeLiveDebates(live(1, 2), live(2), 10_000);
    expect(formatList(mergeLiveDebates(ended, live(2), 999_999))).toBe("1 over, 2");
    expect(
      formatList(mergeLiveDebates(mergeLiveDebates(ended, [], 10_000), live(3), 999_999)),
    ).toBe("3, 2 over");
  });

  test.each([
    [0, 23],
    [20, 23],
    [23, 27],
    [27, 33],
    [33, 33],
  ])("shows words one by one: after character %i of the turn, up to %i", (shown, next) => {
    expect(findNextWordEnd({ text: "One two three", end: 33 }, shown)).toBe(next);
  });
});
