import type { CbrAudio } from "#infra/audio/cbr-audio.ts";
import type { LiveSource } from "#api/audio/live-stream/stream-renderer.ts";
import { type Sink, ListenerGroups } from "#api/audio/live-stream/listener-groups.ts";
import type { LiveScheduleItem, ScheduleEnd } from "#infra/audio/live-schedule.ts";
import {
  format,
  describeSentFrames,
  createScheduledSentence,
  getSentDurationMs,
  createSentenceAudio,
} from "./live-stream-fixtures.ts";

const { frameMs } = format;
const TICK_MS = 200;
const START = 1_700_000_000_000;

const ANNOUNCEMENTS = { disclosure: 203, pause: 201, invitation: 202, episode: 204 };
const { disclosure: DISCLOSURE, pause: PAUSE, invitation: INVITATION } = ANNOUNCEMENTS;

const startListening = ({
  behindMs = 0,
  aheadMs = 0,
  isExact = false,
  startsWithDisclosure = false,
} = {}) => {
  let items: LiveScheduleItem[] = [];
  let now = START;
  let acceptsAll = true;
  const sounds = new Map<number, CbrAudio | null | undefined>();
  const sent: Buffer[] = [];
  const sink: Sink = {
    get isFull() {
      return !acceptsAll;
    },
    write(bytes) {
      // Each write is one packet.
      expect(bytes.length).toBeGreaterThan(0);
      sent.push(bytes);
    },
    end: () => undefined,
  };
  const groups = new ListenerGroups();
  groups.add(null, sink, {
    from: START - behindMs + aheadMs,
    behindMs,
    isExact,
    startsWithDisclosure,
  });
  const state: {
    outlook: ScheduleEnd;
    notices: boolean | undefined;
    hasFormat: boolean;
    isTurnVisible: boolean;
  } = {
    outlook: "more",
    isTurnVisible: true,
    notices: true,
    hasFormat: true,
  };

  return {
    heard: () => describeSentFrames(sent),
    state,
    ms: () => getSentDurationMs(sent),
    sent,
    hold: () => (acceptsAll = false),
    release: () => (acceptsAll = true),
    get isEnded() {
      return groups.size === 0;
    },
    /** Schedules a sentence at this time in ms. `ready: null` means that it has no audio. */
    air(name: number, startsMs: number, frames: number, ready: boolean | null = true) {
      items = [...items, createScheduledSentence(name, START + startsMs, frames)];
      sounds.set(
        name,
        ready === null ? null : ready ? createSentenceAudio(name, frames) : undefined,
      );
    },
    come: (name: number, frames: number) => sounds.set(name, createSentenceAudio(name, frames)),
    /** Advances the time without any ticks, as if the process were blocked. */
    stall: (ms: number) => (now += ms),
    /** Advances the time tick by tick to this many ms after the start. */
    until(ms: number) {
      for (; now <= START + ms && groups.size > 0; now += TICK_MS) {
        const source: LiveSource = {
          schedule: { items, outlook: state.outlook },
          isTurnVisible: () => state.isTurnVisible,
          format: state.hasFormat ? format : null,
          getAudio: ({ order }) => sounds.get(order),
          getAnnouncement: (announcement) =>
            state.notices === true
              ? createSentenceAudio(ANNOUNCEMENTS[announcement], 50)
              : state.notices === false
                ? null
                : undefined,
        };
        groups.sendDueAudio(() => source, source.format, now);
      }
    },
  };
};

describe("the disclosure at the start of a live stream", () => {
  const DISCLOSED = `${DISCLOSURE}:0-49`;
  const disclosureMs = 50 * frameMs;

  it("is complete, and then the sentence that is playing goes on from its current word", () => {
    const one = startListening({ startsWithDisclosure: true });
    one.air(1, 0, 200);
    one.until(10_000);
    const [first, second] = one.heard();
    expect(first).toBe(DISCLOSED);
    expect(second).toBe("1:50-199");
  });

  it("is followed by silence until the first sentence, which is complete", () => {
    const one = startListening({ startsWithDisclosure: true });
    one.air(1, disclosureMs + 1000, 20);
    one.until(6000);
    const [first, silence, second] = one.heard();
    expect([first, second]).toEqual([DISCLOSED, "1:0-19"]);
    expect(Math.abs(Number(silence) - 1000)).toBeLessThan(2 * frameMs);
  });

  it("is waited for while it is loading, but not for longer than three seconds", () => {
    const one = startListening({ startsWithDisclosure: true });
    one.air(1, 0, 250);
    one.state.notices = undefined;
    one.until(2000);
    expect(one.sent).toEqual([]);
    one.until(3400);
    expect(one.heard()[0]).toMatch(/^1:/);

    const other = startListening({ startsWithDisclosure: true });
    other.air(1, 0, 250);
    other.state.notices = undefined;
    other.until(1000);
    other.state.notices = true;
    other.until(5000);
    expect(other.heard()[0]).toBe(DISCLOSED);
  });

  it("is left out if it has no recording", () => {
    const one = startListening({ startsWithDisclosure: true });
    one.air(1, 0, 50);
    one.state.notices = false;
    one.until(3000);
    expect(one.heard()[0]).toBe("1:0-49");
  });
});

describe("a live listener", () => {
  it("gets silence for the rest of a sentence whose turn is hidden", () => {
    const one = startListening();
    one.air(1, 0, 200);
    one.until(TICK_MS);
    const before = one.heard().join(" ");
    expect(before).toMatch(/1:0-\d+$/);
    one.state.isTurnVisible = false;
    one.until(3000);
    expect(one.heard().join(" ")).toMatch(new RegExp(`^${before} \\d+$`));
  });

  it("gets speech at most two seconds ahead", () => {
    const one = startListening();
    one.air(1, 0, 200);
    one.until(0);
    expect(Math.abs(one.ms() - 2000)).toBeLessThan(2 * frameMs);
    one.until(3000);
    expect(one.ms()).toBeLessThan(5000 + 2 * frameMs);
    expect(one.ms()).toBeGreaterThan(4500);
  });

  it("gets sentences in order, and the silence between turns", () => {
    const one = startListening();
    one.air(1, 0, 50);
    one.air(2, 1800, 100);
    one.air(3, 1800 + 3600 + 3000, 20);
    one.until(11_000);
    const [first, second, silence, third] = one.heard();
    expect([first, second, third]).toEqual(["1:0-49", "2:0-99", "3:0-19"]);
    expect(Math.abs(Number(silence) - 3000)).toBeLessThan(frameMs);
  });

  it("that joins before the first word gets silence, then all of it", () => {
    const one = startListening();
    one.air(1, 6000, 50);
    one.until(0);
    expect(one.ms()).toBeLessThan(2000 + frameMs);
    one.until(9000);
    const [silence, ...then] = one.heard();
    expect(Math.abs(Number(silence) - 6000)).toBeLessThan(frameMs);
    expect(then).toEqual(["1:0-49", expect.any(Number)]);
  });

  it("that joins during a sentence starts at the current position", () => {
    const one = startListening();
    one.air(1, -5000, 50);
    one.air(2, -3600, 200);
    one.air(3, 3600, 10);
    one.until(5000);
    expect(one.heard().slice(0, 2)).toEqual(["2:100-199", "3:0-9"]);
  });

  it("that joins during a sentence longer than the maximum wait starts at the current position", () => {
    const one = startListening();
    one.air(1, -8640, 250);
    one.until(1000);
    expect(one.heard()[0]).toBe("1:240-249");
  });

  it("waits for a late sentence up to a limit, then continues at the current position", () => {
    const one = startListening();
    one.air(1, 0, 50, false);
    one.air(2, 1800, 250);
    one.until(7000);
    expect(one.heard()).toHaveLength(1);
    one.until(12_000);
    expect(one.heard()[1]).toMatch(/^2:1[78]\d-249$/);
  });

  it("continues at its last position", () => {
    const one = startListening({ behindMs: 1440 });
    one.air(1, -1800, 100);
    one.until(4000);
    expect(one.heard()[0]).toBe("1:10-99");
  });

  it("that already has some of the upcoming audio does not get it again", () => {
    const one = startListening({ aheadMs: 1440 });
    one.air(1, -1800, 200);
    one.until(0);
    expect(one.heard()).toEqual(["1:90-105"]);
    one.until(5000);
    expect(one.heard()[0]).toBe("1:90-199");
  });

  it("gets silence slightly ahead while nothing is said, and the next sentence from its start", () => {
    const one = startListening();
    one.air(1, 0, 10);
    one.until(5000);
    expect(one.ms()).toBeGreaterThan(4900);
    expect(one.ms()).toBeLessThan(5400);
    one.air(2, 5500, 50);
    one.until(8000);
    const [, silence, second] = one.heard();
    expect(Math.abs(Number(silence) - 5140)).toBeLessThan(2 * frameMs);
    expect(second).toBe("2:0-49");
  });

  it("that is behind gets the silence it missed at once", () => {
    const one = startListening({ behindMs: 1500 });
    one.until(0);
    expect(Math.abs(one.ms() - 1800)).toBeLessThan(2 * frameMs);
    one.air(1, 600, 50);
    one.until(5000);
    const [silence, first] = one.heard();
    expect(Math.abs(Number(silence) - 2100)).toBeLessThan(2 * frameMs);
    expect(first).toBe("1:0-49");
  });

  it("gets a late sentence completely, and the next one after it", () => {
    const one = startListening();
    one.air(1, 0, 10, false);
    one.air(2, 360, 10);
    one.until(1000);
    one.come(1, 10);
    one.until(4000);
    expect(one.heard().filter((entry) => typeof entry === "string")).toEqual(["1:0-9", "2:0-9"]);
  });

  it("that is behind gets little silence while a sentence is being fetched", () => {
    const one = startListening({ behindMs: 1500 });
    one.air(1, -1500, 50, false);
    one.until(0);
    expect(one.ms()).toBeLessThan(300 + frameMs);
  });

  it("that is far behind gets at most two seconds of silence at once", () => {
    const one = startListening({ behindMs: 60_000 });
    one.until(0);
    expect(one.ms()).toBeLessThan(2000 + frameMs);
  });

  it("that joins after a sentence's actual end gets silence until the next one", () => {
    const one = startListening();
    one.air(1, -1000, 80);
    one.come(1, 10);
    one.air(2, 1880, 10);
    one.until(4000);
    const [silence, second] = one.heard();
    expect(Math.abs(Number(silence) - 1880)).toBeLessThan(frameMs);
    expect(second).toBe("2:0-9");
  });

  it.each([
    ["from the start", () => undefined],
    [
      "after a listener that briefly stopped reading",
      (one: ReturnType<typeof startListening>) => {
        one.hold();
        one.until(400);
        one.release();
      },
    ],
    [
      "after the format was unknown",
      (one: ReturnType<typeof startListening>) => {
        one.state.hasFormat = false;
        one.until(400);
        one.state.hasFormat = true;
      },
    ],
  ])("misses nothing after the process was blocked for seconds, %s", (_when, begin) => {
    const one = startListening();
    one.air(1, 0, 250);
    begin(one);
    one.until(600);
    one.stall(6000);
    one.until(10_000);
    expect(one.heard()[0]).toBe("1:0-249");
  });

  it("skips a sentence without audio and gets the next one", () => {
    const one = startListening();
    one.air(1, 0, 50, null);
    one.air(2, 1800, 50);
    one.until(5000);
    expect(one.heard().filter((entry) => typeof entry === "string")).toEqual(["2:0-49"]);
  });

  it("that stops reading continues later at the current position, without a backlog", () => {
    const one = startListening();
    one.air(1, 0, 250);
    one.until(0);
    const before = one.ms();
    one.hold();
    one.until(6000);
    expect(one.ms()).toBe(before);
    one.release();
    one.until(20_000);
    const [first, second] = one.heard();
    expect([first, second]).toEqual(["1:0-55", "1:172-249"]);
  });

  it("that stops reading briefly misses nothing", () => {
    const one = startListening();
    one.air(1, 0, 200);
    one.until(0);
    one.hold();
    one.until(800);
    one.release();
    one.until(20_000);
    expect(one.heard()[0]).toBe("1:0-199");
  });

  it("that needs its exact position is disconnected instead, to reconnect", () => {
    const one = startListening({ isExact: true });
    one.air(1, 0, 200);
    one.until(0);
    one.hold();
    one.until(200);
    // A listener is disconnected only after its connection was full for more than 200 ms.
    expect(one.isEnded).toBe(false);
    one.until(400);
    expect(one.isEnded).toBe(true);
  });

  it("gets the pause announcement once, and then the rest of the debate", () => {
    const one = startListening();
    one.state.outlook = "pause";
    one.air(1, 0, 50);
    one.until(20_000);
    one.state.outlook = "more";
    one.air(2, 21_000, 50);
    one.until(25_000);
    const texts = one.heard().filter((entry) => typeof entry === "string");
    expect(texts).toEqual(["1:0-49", `${PAUSE}:0-49`, "2:0-49"]);
    expect(one.isEnded).toBe(false);
  });

  it("gets no more of the pause announcement once the debate continues", () => {
    const one = startListening();
    one.state.outlook = "pause";
    one.air(1, 0, 10);
    one.until(6400);
    one.state.outlook = "more";
    one.air(2, 7000, 10);
    one.until(10_000);
    const [, , told, second] = one.heard();
    expect(told).toMatch(new RegExp(`^${PAUSE}:0-[1-4]\\d$`));
    // The pause announcement has 50 frames. The last ones are not sent, because the debate
    // continues before they are due.
    expect(told).not.toBe(`${PAUSE}:0-49`);
    expect(second).toBe("2:0-9");
  });

  it("gets no pause announcement while more is to come, however long it takes", () => {
    const one = startListening();
    one.air(1, 0, 50);
    one.until(700_000);
    expect(one.heard()).toEqual(["1:0-49", expect.any(Number)]);
    expect(one.isEnded).toBe(false);
  });

  it("gets no pause announcement before the first word", () => {
    const one = startListening();
    one.state.outlook = "pause";
    one.until(20_000);
    expect(one.heard()).toHaveLength(1);
  });

  it("is disconnected after ten minutes of a pause", () => {
    const one = startListening();
    one.state.outlook = "pause";
    one.until(590_000);
    expect(one.isEnded).toBe(false);
    one.until(620_000);
    expect(one.isEnded).toBe(true);
  });

  it("is disconnected ten minutes after the last word, whenever it joined", () => {
    const one = startListening();
    one.air(1, 400_000, 50);
    one.until(402_000);
    one.state.outlook = "pause";
    one.until(990_000);
    expect(one.isEnded).toBe(false);
    one.until(1_010_000);
    expect(one.isEnded).toBe(true);
  });

  it("gets the invitation and then the end where only members hear more", () => {
    const one = startListening();
    one.state.outlook = "gate";
    one.air(1, 0, 50);
    one.until(20_000);
    expect(one.heard().filter((entry) => typeof entry === "string")).toEqual([
      "1:0-49",
      `${INVITATION}:0-49`,
    ]);
    expect(one.isEnded).toBe(true);
  });

  it("waits for an invitation that is being recorded, up to a limit", () => {
    const one = startListening();
    Object.assign(one.state, { outlook: "gate", notices: undefined });
    one.air(1, 0, 50);
    one.until(10_000);
    expect(one.isEnded).toBe(false);
    one.until(20_000);
    expect(one.isEnded).toBe(true);
  });

  it.each<ScheduleEnd>(["end", "gate"])(
    "gets the last sentence and nothing after it: %s",
    (outlook) => {
      const one = startListening();
      one.state.outlook = outlook;
      one.state.notices = false;
      one.air(1, 0, 100);
      one.until(20_000);
      expect(one.heard()).toEqual(["1:0-99"]);
      expect(one.isEnded).toBe(true);
    },
  );

  it("gets nothing before the audio format is known", () => {
    const one = startListening();
    one.state.hasFormat = false;
    one.until(3000);
    expect(one.ms()).toBe(0);
    one.state.hasFormat = true;
    one.air(1, 3500, 50);
    one.until(8000);
    expect(one.heard().filter((entry) => typeof entry === "string")).toEqual(["1:0-49"]);
  });

  it("is not disconnected before the last sentence, even if that one reveals the format", () => {
    const one = startListening();
    one.state.hasFormat = false;
    one.state.outlook = "end";
    one.air(1, 0, 20, false);
    one.until(600);
    expect(one.isEnded).toBe(false);
    one.come(1, 20);
    one.state.hasFormat = true;
    one.until(3000);
    expect(one.heard().at(-1)).toBe("1:0-19");
    expect(one.isEnded).toBe(true);
  });

  it("is disconnected at the end if none of the last sentences has audio", () => {
    const one = startListening();
    one.state.hasFormat = false;
    one.state.outlook = "end";
    one.air(1, 0, 20, null);
    one.air(2, 1000, 20, null);
    one.until(2000);
    expect(one.isEnded).toBe(true);
    expect(one.ms()).toBe(0);
  });

  it("that needs its exact position reconnects once the format is known", () => {
    const one = startListening({ isExact: true });
    one.state.hasFormat = false;
    one.until(5000);
    expect(one.isEnded).toBe(false);
    one.state.hasFormat = true;
    one.until(5200);
    expect([one.isEnded, one.ms()]).toEqual([true, 0]);
  });

  it("misses nothing if the format becomes known shortly after", () => {
    const one = startListening({ isExact: true });
    one.air(1, -360, 50);
    one.state.hasFormat = false;
    one.until(600);
    one.state.hasFormat = true;
    one.until(6000);
    expect(one.heard()[0]).toBe("1:10-49");
  });

  it("gets less silence later to make up for a delay", () => {
    const one = startListening();
    one.air(1, 0, 50, false);
    one.air(2, 1800 + 3000, 50);
    one.until(900);
    one.come(1, 50);
    one.until(10_000);
    const [late, first, silence, second] = one.heard();
    expect([first, second]).toEqual(["1:0-49", "2:0-49"]);
    expect(Math.abs(Number(late) + Number(silence) - 3000)).toBeLessThan(2 * frameMs);
  });
});
