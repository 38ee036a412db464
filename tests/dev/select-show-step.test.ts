import { RECORDED_DEBATES } from "#infra/dev/fakes/recordings/recorded-debates.ts";
import { SAMPLE_DEBATES, SAMPLE_SHOWS } from "#infra/dev/samples/sample-debates.ts";
import { selectShowStep, type Show, type SiteState } from "#infra/dev/samples/select-show-step.ts";
import { FORM_DEFAULT_TURNS } from "#shared/domain/debates/turn.ts";

const TOPICS = ["first", "second"] as const;
const RUNNING: Show = {
  id: 1,
  topic: "first",
  isCompleted: false,
  isAutoPlayOn: true,
  isLive: true,
  writtenAt: 1000,
};
const PAUSED: Show = { ...RUNNING, isAutoPlayOn: false, isLive: false };
const FINISHED: Show = { ...PAUSED, isCompleted: true };
const LATER: Show = { ...FINISHED, id: 2, topic: "second", writtenAt: 2000 };

const select = (shows: readonly Show[], site: Partial<SiteState> = {}) =>
  selectShowStep({ pages: 1, openedAt: 9000, shows, ...site }, TOPICS);

describe("a sample debate that plays by itself", () => {
  it("starts when the first page is open", () => {
    expect(select([])).toEqual({ act: "start", topic: "first", replacedIds: [] });
    expect(select([], { pages: 0 })).toBeNull();
  });

  it("pauses when no page is open, and continues with the next page", () => {
    expect(select([RUNNING])).toBeNull();
    expect(select([RUNNING], { pages: 0 })).toEqual({ act: "pause", id: 1 });
    expect(select([PAUSED], { pages: 0 })).toBeNull();
    expect(select([PAUSED], { openedAt: 0 })).toEqual({ act: "resume", id: 1 });
  });

  it("is followed by the next topic when a page is opened after its end", () => {
    expect(select([FINISHED])).toEqual({ act: "start", topic: "second", replacedIds: [] });
    expect(select([FINISHED], { openedAt: 1000 })).toBeNull();
    expect(select([FINISHED], { pages: 0 })).toBeNull();
  });

  it("is not followed by another one while its audio still plays", () => {
    expect(select([{ ...FINISHED, isLive: true }])).toBeNull();
  });

  it("is replaced when its topic is played again", () => {
    expect(select([LATER, FINISHED])).toEqual({ act: "start", topic: "first", replacedIds: [1] });
  });
});

it("every debate that plays by itself replays a whole written roast that is no finished sample", () => {
  for (const { topic } of SAMPLE_SHOWS) {
    const recorded = RECORDED_DEBATES.find((debate) => debate.topic === topic);
    expect(recorded).toMatchObject({ format: "roast" });
    expect(recorded?.turns).toHaveLength(FORM_DEFAULT_TURNS);
    expect(SAMPLE_DEBATES.map((sample) => sample.topic)).not.toContain(topic);
  }
});
