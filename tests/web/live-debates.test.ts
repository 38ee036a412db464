import { mergeLiveDebates } from "#web/features/debate-list/live/merge-live-debates.ts";
import { findNextWordEnd } from "#web/features/debate-list/live/use-word-reveal.ts";
import { buildLiveDebate } from "./fixtures.ts";

const live = (...ids: number[]) => ids.map((id) => buildLiveDebate({ id }));
const placesOf = (debates: ReturnType<typeof mergeLiveDebates>) =>
  debates.map(({ id, overSince }) => (overSince === undefined ? `${id}` : `${id} over`)).join(", ");

describe("debates that go on", () => {
  test.each([
    ["come where there were none", [], [1, 2], "1, 2"],
    ["keep their places, whoever is told first", [1, 2], [2, 1], "1, 2"],
    ["leave their place to one that is new", [1, 2], [3, 2], "3, 2"],
    ["stay where they ended, with none to come", [1, 2], [2], "1 over, 2"],
    ["do not push in where there is no place", [1], [1, 2], "1"],
  ])("%s", (_what, shown, told, places) => {
    expect(placesOf(mergeLiveDebates(live(...shown), live(...told)))).toBe(places);
  });

  test("have the words that were told last, and none is spoken when they have ended", () => {
    const [told] = mergeLiveDebates(live(1), [buildLiveDebate({ id: 1, words: null })]);
    expect(told).toMatchObject({ isSpeaking: true, words: null });
    expect(mergeLiveDebates(live(1), [])[0]).toMatchObject({ isSpeaking: false });
    expect(placesOf(mergeLiveDebates(mergeLiveDebates(live(1), []), live(1)))).toBe("1");
  });

  test.each([
    ["for a minute after the last", 69_999, "1 over, 2 over"],
    ["and no longer", 70_000, ""],
  ])("stay where they all ended %s", (_how, now, places) => {
    const ended = mergeLiveDebates(mergeLiveDebates(live(1, 2), live(2), 5000), [], 10_000);
    expect(placesOf(mergeLiveDebates(ended, [], now))).toBe(places);
  });

  test("stay where they ended as long as another one goes on, or one comes", () => {
    const ended = mergeLiveDebates(live(1, 2), live(2), 10_000);
    expect(placesOf(mergeLiveDebates(ended, live(2), 999_999))).toBe("1 over, 2");
    expect(placesOf(mergeLiveDebates(mergeLiveDebates(ended, [], 10_000), live(3), 999_999))).toBe(
      "3, 2 over",
    );
  });

  test.each([
    [0, 23],
    [20, 23],
    [23, 27],
    [27, 33],
    [33, 33],
  ])("are said word by word: after character %i of the turn, to %i", (shown, next) => {
    expect(findNextWordEnd({ text: "One two three", end: 33 }, shown)).toBe(next);
  });
});
