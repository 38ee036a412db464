import type { SteadySound } from "#infra/audio/steady-sound.ts";
import type { Studio } from "#api/radio/listener.ts";
import { type Outlet, Seats } from "#api/radio/seats.ts";
import type { AirItem, Outlook } from "#infra/radio/programme.ts";
import { format, heardIn, itemOf, lengthOf, sound } from "./air.ts";

const { frameMs } = format;
const TICK_MS = 200;
/** Any time will do. */
const START = 1_700_000_000_000;

const [PAUSE, INVITATION] = [201, 202];

/** A listener, with what there is to hear, and what they have heard. */
const tunedIn = ({ behindMs = 0, aheadMs = 0, isExact = false } = {}) => {
  let items: AirItem[] = [];
  let now = START;
  let takesAll = true;
  const sounds = new Map<number, SteadySound | null | undefined>();
  const sent: Buffer[] = [];
  const outlet: Outlet = {
    get isFull() {
      return !takesAll;
    },
    write(bytes) {
      // Each is a packet.
      expect(bytes.length).toBeGreaterThan(0);
      sent.push(bytes);
    },
    end: () => undefined,
  };
  const seats = new Seats();
  seats.take(null, outlet, { from: START - behindMs + aheadMs, behindMs, isExact }, false);
  const state: {
    outlook: Outlook;
    notices: boolean | undefined;
    hasFormat: boolean;
    isShown: boolean;
  } = {
    outlook: "more",
    isShown: true,
    notices: true,
    hasFormat: true,
  };

  return {
    heard: () => heardIn(sent),
    state,
    ms: () => lengthOf(sent),
    sent,
    hold: () => (takesAll = false),
    release: () => (takesAll = true),
    get isEnded() {
      return seats.size === 0;
    },
    /** A sentence is on the air from there, in milliseconds from the start; `null`: it has no sound. */
    air(name: number, startsMs: number, frames: number, ready: boolean | null = true) {
      items = [...items, itemOf(name, START + startsMs, frames)];
      sounds.set(name, ready === null ? null : ready ? sound(name, frames) : undefined);
    },
    come: (name: number, frames: number) => sounds.set(name, sound(name, frames)),
    /** Time passes in which the process does not get around to anything. */
    stall: (ms: number) => (now += ms),
    /** Time passes, until so many milliseconds after the start. */
    until(ms: number) {
      for (; now <= START + ms && seats.size > 0; now += TICK_MS) {
        const studio: Studio = {
          programme: { items, outlook: state.outlook },
          isShown: () => state.isShown,
          format: state.hasFormat ? format : null,
          soundOf: ({ order }) => sounds.get(order),
          notice: (notice) =>
            state.notices === true
              ? sound(notice === "pause" ? PAUSE : INVITATION, 50)
              : state.notices === false
                ? null
                : undefined,
        };
        seats.hear(() => studio, studio.format, now);
      }
    },
  };
};

describe("somebody who listens to a debate live", () => {
  it("is sent silence in place of the rest of a sentence whose turn was hidden", () => {
    const one = tunedIn();
    one.air(1, 0, 200);
    one.until(TICK_MS);
    const before = one.heard().join(" ");
    expect(before).toMatch(/1:0-\d+$/);
    one.state.isShown = false;
    one.until(3000);
    expect(one.heard().join(" ")).toMatch(new RegExp(`^${before} \\d+$`));
  });

  it("is sent speech two seconds ahead, and no more", () => {
    const one = tunedIn();
    one.air(1, 0, 200);
    one.until(0);
    expect(Math.abs(one.ms() - 2000)).toBeLessThan(2 * frameMs);
    one.until(3000);
    expect(one.ms()).toBeLessThan(5000 + 2 * frameMs);
    expect(one.ms()).toBeGreaterThan(4500);
  });

  it("hears sentences one after the other, and the silence between turns", () => {
    const one = tunedIn();
    one.air(1, 0, 50);
    one.air(2, 1800, 100);
    one.air(3, 1800 + 3600 + 3000, 20);
    one.until(11_000);
    const [first, second, silence, third] = one.heard();
    expect([first, second, third]).toEqual(["1:0-49", "2:0-99", "3:0-19"]);
    expect(Math.abs(Number(silence) - 3000)).toBeLessThan(frameMs);
  });

  it("comes before the first word: hears silence, no further ahead than speech, and then all of it", () => {
    const one = tunedIn();
    one.air(1, 6000, 50);
    one.until(0);
    expect(one.ms()).toBeLessThan(2000 + frameMs);
    one.until(9000);
    const [silence, ...then] = one.heard();
    expect(Math.abs(Number(silence) - 6000)).toBeLessThan(frameMs);
    expect(then).toEqual(["1:0-49", expect.any(Number)]);
  });

  it("comes into the middle of what is being said", () => {
    const one = tunedIn();
    one.air(1, -5000, 50);
    one.air(2, -3600, 200);
    one.air(3, 3600, 10);
    one.until(5000);
    expect(one.heard().slice(0, 2)).toEqual(["2:100-199", "3:0-9"]);
  });

  it("comes into the middle of a sentence that is longer than anybody waits for one", () => {
    const one = tunedIn();
    one.air(1, -8640, 250);
    one.until(1000);
    expect(one.heard()[0]).toBe("1:240-249");
  });

  it("waits for a sentence so long, and goes on with what is on the air then", () => {
    const one = tunedIn();
    one.air(1, 0, 50, false);
    one.air(2, 1800, 250);
    one.until(7000);
    expect(one.heard()).toHaveLength(1);
    one.until(12_000);
    expect(one.heard()[1]).toMatch(/^2:1[78]\d-249$/);
  });

  it("goes on from where they were", () => {
    const one = tunedIn({ behindMs: 1440 });
    one.air(1, -1800, 100);
    one.until(4000);
    expect(one.heard()[0]).toBe("1:10-99");
  });

  it("who was sent some of what is about to come is not sent it again", () => {
    const one = tunedIn({ aheadMs: 1440 });
    one.air(1, -1800, 200);
    one.until(0);
    expect(one.heard()).toEqual(["1:90-105"]);
    one.until(5000);
    expect(one.heard()[0]).toBe("1:90-199");
  });

  it("hears silence while nothing is said, shortly ahead, and what comes then from its beginning", () => {
    const one = tunedIn();
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

  it("who is behind is sent at once what silence there was meanwhile", () => {
    const one = tunedIn({ behindMs: 1500 });
    one.until(0);
    expect(Math.abs(one.ms() - 1800)).toBeLessThan(2 * frameMs);
    one.air(1, 600, 50);
    one.until(5000);
    const [silence, first] = one.heard();
    expect(Math.abs(Number(silence) - 2100)).toBeLessThan(2 * frameMs);
    expect(first).toBe("1:0-49");
  });

  it("hears a sentence whole that this process learns of too late, and so the next", () => {
    const one = tunedIn();
    one.air(1, 0, 10, false);
    one.air(2, 360, 10);
    one.until(1000);
    one.come(1, 10);
    one.until(4000);
    expect(one.heard().filter((each) => typeof each === "string")).toEqual(["1:0-9", "2:0-9"]);
  });

  it("who is behind is sent little silence while a sentence is fetched, which comes later for it", () => {
    const one = tunedIn({ behindMs: 1500 });
    one.air(1, -1500, 50, false);
    one.until(0);
    expect(one.ms()).toBeLessThan(300 + frameMs);
  });

  it("who is far behind is sent no more silence at once than speech", () => {
    const one = tunedIn({ behindMs: 60_000 });
    one.until(0);
    expect(one.ms()).toBeLessThan(2000 + frameMs);
  });

  it("comes into what was to be said, and is over already: hears nothing of it, and the next in time", () => {
    const one = tunedIn();
    one.air(1, -1000, 80);
    one.come(1, 10);
    one.air(2, 1880, 10);
    one.until(4000);
    const [silence, second] = one.heard();
    expect(Math.abs(Number(silence) - 1880)).toBeLessThan(frameMs);
    expect(second).toBe("2:0-9");
  });

  it.each([
    ["from the beginning", () => undefined],
    [
      "after they took nothing for a moment",
      (one: ReturnType<typeof tunedIn>) => {
        one.hold();
        one.until(400);
        one.release();
      },
    ],
    [
      "after it was not known how silence is kept",
      (one: ReturnType<typeof tunedIn>) => {
        one.state.hasFormat = false;
        one.until(400);
        one.state.hasFormat = true;
      },
    ],
  ])("misses nothing where the process was busy for seconds, %s", (_when, begin) => {
    const one = tunedIn();
    one.air(1, 0, 250);
    begin(one);
    one.until(600);
    one.stall(6000);
    one.until(10_000);
    expect(one.heard()[0]).toBe("1:0-249");
  });

  it("misses a sentence that has no sound, and hears the next", () => {
    const one = tunedIn();
    one.air(1, 0, 50, null);
    one.air(2, 1800, 50);
    one.until(5000);
    expect(one.heard().filter((each) => typeof each === "string")).toEqual(["2:0-49"]);
  });

  it("who takes nothing goes on with what is on the air then, and nothing was kept for them", () => {
    const one = tunedIn();
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

  it("who takes nothing for a moment misses nothing", () => {
    const one = tunedIn();
    one.air(1, 0, 200);
    one.until(0);
    one.hold();
    one.until(800);
    one.release();
    one.until(20_000);
    expect(one.heard()[0]).toBe("1:0-199");
  });

  it("who has to know their place is let go instead, to come anew", () => {
    const one = tunedIn({ isExact: true });
    one.air(1, 0, 200);
    one.until(0);
    one.hold();
    one.until(200);
    // They were just sent something.
    expect(one.isEnded).toBe(false);
    one.until(400);
    expect(one.isEnded).toBe(true);
  });

  it("is told once that a debate pauses, and hears how it goes on", () => {
    const one = tunedIn();
    one.state.outlook = "pause";
    one.air(1, 0, 50);
    one.until(20_000);
    one.state.outlook = "more";
    one.air(2, 21_000, 50);
    one.until(25_000);
    const said = one.heard().filter((each) => typeof each === "string");
    expect(said).toEqual(["1:0-49", `${PAUSE}:0-49`, "2:0-49"]);
    expect(one.isEnded).toBe(false);
  });

  it("is told nothing of a pause any more once the debate goes on", () => {
    const one = tunedIn();
    one.state.outlook = "pause";
    one.air(1, 0, 10);
    one.until(6400);
    one.state.outlook = "more";
    one.air(2, 7000, 10);
    one.until(10_000);
    const [, , told, second] = one.heard();
    expect(told).toMatch(new RegExp(`^${PAUSE}:0-[1-4]\\d$`));
    // Of 50: the rest is not said.
    expect(told).not.toBe(`${PAUSE}:0-49`);
    expect(second).toBe("2:0-9");
  });

  it("is told of no pause while more is to come, and waits for that as long as it takes", () => {
    const one = tunedIn();
    one.air(1, 0, 50);
    one.until(700_000);
    expect(one.heard()).toEqual(["1:0-49", expect.any(Number)]);
    expect(one.isEnded).toBe(false);
  });

  it("is told of no pause before the first word", () => {
    const one = tunedIn();
    one.state.outlook = "pause";
    one.until(20_000);
    expect(one.heard()).toHaveLength(1);
  });

  it("listens to a pause for ten minutes at most", () => {
    const one = tunedIn();
    one.state.outlook = "pause";
    one.until(590_000);
    expect(one.isEnded).toBe(false);
    one.until(620_000);
    expect(one.isEnded).toBe(true);
  });

  it("listens to a pause for as long after the last word, whenever they came", () => {
    const one = tunedIn();
    one.air(1, 400_000, 50);
    one.until(402_000);
    one.state.outlook = "pause";
    one.until(990_000);
    expect(one.isEnded).toBe(false);
    one.until(1_010_000);
    expect(one.isEnded).toBe(true);
  });

  it("hears the invitation where only members hear on, and that is the end", () => {
    const one = tunedIn();
    one.state.outlook = "gate";
    one.air(1, 0, 50);
    one.until(20_000);
    expect(one.heard().filter((each) => typeof each === "string")).toEqual([
      "1:0-49",
      `${INVITATION}:0-49`,
    ]);
    expect(one.isEnded).toBe(true);
  });

  it("waits for an invitation that is still being made, but not for ever", () => {
    const one = tunedIn();
    Object.assign(one.state, { outlook: "gate", notices: undefined });
    one.air(1, 0, 50);
    one.until(10_000);
    expect(one.isEnded).toBe(false);
    one.until(20_000);
    expect(one.isEnded).toBe(true);
  });

  it.each<Outlook>(["end", "gate"])(
    "hears the last word, and no more than there is: %s",
    (outlook) => {
      const one = tunedIn();
      one.state.outlook = outlook;
      one.state.notices = false;
      one.air(1, 0, 100);
      one.until(20_000);
      expect(one.heard()).toEqual(["1:0-99"]);
      expect(one.isEnded).toBe(true);
    },
  );

  it("is sent nothing before it is known how silence is kept here", () => {
    const one = tunedIn();
    one.state.hasFormat = false;
    one.until(3000);
    expect(one.ms()).toBe(0);
    one.state.hasFormat = true;
    one.air(1, 3500, 50);
    one.until(8000);
    expect(one.heard().filter((each) => typeof each === "string")).toEqual(["1:0-49"]);
  });

  it("is not let go before they heard the last words, though these tell first how silence is kept", () => {
    const one = tunedIn();
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

  it("is let go at the end where none of the last words has a sound", () => {
    const one = tunedIn();
    one.state.hasFormat = false;
    one.state.outlook = "end";
    one.air(1, 0, 20, null);
    one.air(2, 1000, 20, null);
    one.until(2000);
    expect(one.isEnded).toBe(true);
    expect(one.ms()).toBe(0);
  });

  it("who has to know their place comes anew once it is known", () => {
    const one = tunedIn({ isExact: true });
    one.state.hasFormat = false;
    one.until(5000);
    expect(one.isEnded).toBe(false);
    one.state.hasFormat = true;
    one.until(5200);
    expect([one.isEnded, one.ms()]).toEqual([true, 0]);
  });

  it("misses nothing where that is known in a moment", () => {
    const one = tunedIn({ isExact: true });
    one.air(1, -360, 50);
    one.state.hasFormat = false;
    one.until(600);
    one.state.hasFormat = true;
    one.until(6000);
    expect(one.heard()[0]).toBe("1:10-49");
  });

  it("what was put in between is made good at the next silence", () => {
    const one = tunedIn();
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
