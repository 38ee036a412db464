import {
  canGrow,
  findFirstIndex,
  getNextStep,
  listCaptions,
  type PassageStep,
} from "#web/app/landing/passage.ts";
import { buildTurn } from "./fixtures.ts";

const TWO_SENTENCES = "This is the first sentence. And that is the second one.";
const speak = (turnNumber: number, change: Parameters<typeof buildTurn>[1] = {}) =>
  buildTurn(turnNumber, { content: TWO_SENTENCES, ...change });
const streaming = speak(2, { status: "streaming" });

/**
 * Lists the steps in which the landing page shows the captions of these turns, as text. Stops after
 * `count` steps, or when the next caption does not exist yet.
 */
const listSteps = (
  turns: readonly ReturnType<typeof buildTurn>[],
  isLive: boolean,
  count: number,
): string[] => {
  const captions = listCaptions(turns);
  const isGrowing = isLive && canGrow(turns);
  let step: PassageStep | null = { index: findFirstIndex(turns, isGrowing), phase: "speaking" };
  const steps: string[] = [];
  while (step && steps.length < count) {
    const caption = captions[step.index];
    steps.push(`${caption?.turnNumber}.${caption?.index} ${step.phase}`);
    step = getNextStep(captions, step, isGrowing ? null : findFirstIndex(turns, false));
  }
  return steps;
};

describe("the passage on the landing page", () => {
  test("replays the rebuttals of a finished debate, with the judge lit between turns", () => {
    expect(
      listSteps(
        [1, 2, 3, 4].map((each) => speak(each)),
        false,
        7,
      ),
    ).toEqual([
      "3.0 speaking",
      "3.1 speaking",
      "3.1 judge",
      "4.0 speaking",
      "4.1 speaking",
      "4.1 judge",
      "3.0 speaking",
    ]);
  });

  test("of a live debate starts with the latest turn, and waits for the next one", () => {
    expect(listSteps([speak(1), speak(2)], true, 9)).toEqual([
      "2.0 speaking",
      "2.1 speaking",
      "2.1 judge",
      "2.1 rest",
    ]);
  });

  test("of a turn that is being written starts with its last words", () => {
    expect(listSteps([speak(1), streaming], true, 9)).toEqual(["2.1 speaking"]);
  });

  test("of a live debate is replayed once visitors may read no further turn", () => {
    const turns = [1, 2, 3, 4].map((each) => speak(each));
    expect(listSteps(turns, true, 7).at(-1)).toBe("3.0 speaking");
    expect(canGrow([...turns.slice(0, 3), speak(4, { status: "streaming" })])).toBe(true);
  });

  test("leaves out hidden turns and turns without words", () => {
    const turns = [speak(1), speak(2, { isHidden: true }), speak(3, { content: "" })];
    expect(new Set(listCaptions(turns).map(({ turnNumber }) => turnNumber))).toEqual(new Set([1]));
  });
});
