import type { LiveSource } from "#api/audio/live-stream/stream-renderer.ts";
import {
  findMissingBytes,
  type PlaybackCursor,
  createPlaybackCursor,
} from "#api/audio/live-stream/playback-cursor.ts";
import { type Sink, ListenerGroups } from "#api/audio/live-stream/listener-groups.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { createTestRandom } from "../helpers/seeded-random.ts";
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
const FRAMES = 60;
/** Eight sentences, each followed by a short silence. */
const SENTENCES = Array.from({ length: 8 }, (_, n) =>
  createScheduledSentence(n + 1, START + n * 2700, FRAMES),
);
const LAST_MS = 8 * 2700;
const sounds = new Map(SENTENCES.map(({ order }) => [order, createSentenceAudio(order, FRAMES)]));
const member: Viewer = { id: 1, role: "user" };

const createSource = (most = SENTENCES.length): LiveSource => ({
  schedule: {
    items: SENTENCES.slice(0, most),
    outlook: most < SENTENCES.length ? "gate" : "end",
  },
  isTurnVisible: () => true,
  format,
  getAudio: ({ order }) => sounds.get(order),
  getAnnouncement: () => null,
});

interface Coming {
  atMs: number;
  behindMs?: number;
  isExact?: boolean;
  viewer?: Viewer;
  /** Period in which the listener's connection accepts no data, in milliseconds. */
  isFull?: [from: number, to: number];
}

/** Runs these listeners to the end. Returns the packets sent to each. */
const listenAll = (
  all: readonly Coming[],
  getSource = (_viewer: Viewer): LiveSource => createSource(),
) => {
  const groups = new ListenerGroups();
  const sent = all.map((): Buffer[] => []);
  const over = all.map(() => Number.POSITIVE_INFINITY);
  let ms = 0;
  const createSink = ({ isFull = [0, 0] }: Coming, n: number): Sink => ({
    get isFull() {
      return ms >= isFull[0] && ms < isFull[1];
    },
    write(bytes) {
      // Each write is one packet.
      expect(bytes.length).toBeGreaterThan(0);
      sent[n]?.push(bytes);
    },
    end: () => (over[n] = ms),
  });
  for (; ms < LAST_MS + 4000; ms += TICK_MS) {
    all.forEach((coming, n) => {
      const { atMs, behindMs = 1500, isExact = false, viewer = member } = coming;
      if (atMs > ms - TICK_MS && atMs <= ms)
        groups.add(viewer, createSink(coming, n), {
          from: START + atMs - behindMs,
          behindMs,
          isExact,
        });
    });
    groups.sendDueAudio(getSource, format, START + ms);
  }
  expect(groups.size).toBe(0);
  return { sent, over, received: sent.map(describeSentFrames) };
};

const voiced = (received: readonly (string | number)[]) =>
  received.filter((entry) => typeof entry === "string");

/** Number of other listeners whose last packet is the same buffer and not a copy. */
const sharing = (sent: readonly Buffer[][], n: number): number =>
  sent.filter((pieces) => pieces.at(-1) === sent[n]?.at(-1)).length - 1;

describe("live listeners of a debate on one process", () => {
  it("get the same buffers once they are at the same sentence, whenever they joined", () => {
    const { sent } = listenAll([
      { atMs: 0, behindMs: 1900 },
      { atMs: 0 },
      { atMs: 370 },
      { atMs: 4100 },
      { atMs: 9990 },
    ]);
    expect(sharing(sent, 0)).toBe(4);
  });

  it("get what a single listener would, each sentence once and in order, wherever they join", () => {
    const random = createTestRandom(7);
    const all = Array.from({ length: 60 }, (): Coming => {
      const atMs = random(LAST_MS - 3000);
      return { atMs, behindMs: 1500 + random(1500), isExact: random(2) === 0 };
    });
    const { received, sent, over } = listenAll(all);
    all.forEach((one, n) => {
      const alone = listenAll([one]);
      expect(voiced(received[n] ?? [])).toEqual(voiced(alone.received[0] ?? []));
      const ms = getSentDurationMs(sent[n] ?? []);
      expect(Math.abs(ms - getSentDurationMs(alone.sent[0] ?? []))).toBeLessThanOrEqual(
        2 * frameMs,
      );
      // The stream ends at most two ticks later than without other listeners. It may also end
      // sooner, by at most two seconds, because audio is sent that far ahead.
      const soonerMs = (alone.over[0] ?? 0) - (over[n] ?? 0);
      expect(soonerMs).toBeGreaterThanOrEqual(-2 * TICK_MS);
      expect(soonerMs).toBeLessThanOrEqual(2000);
    });
  });

  it("do not wait for one that stops reading, which continues at the current position", () => {
    const { received } = listenAll([{ atMs: 0 }, { atMs: 0, isFull: [3000, 12_000] }]);
    const [all, some] = received.map(voiced);
    expect(all).toEqual(SENTENCES.map(({ order }) => `${order}:0-59`));
    expect(some).toEqual([all?.[0], "2:0-5", ...(all?.slice(4) ?? [])]);
  });

  it("are not affected by one that needs its exact position and stops reading", () => {
    const { received, over } = listenAll([
      { atMs: 0 },
      { atMs: 0, isExact: true, isFull: [6000, 7000] },
    ]);
    expect(over[1]).toBe(6000 + TICK_MS);
    expect(received[0]?.at(-1)).toBe("8:0-59");
  });

  it("continue only as far as they may, even in a group with a member", () => {
    const { received } = listenAll([{ atMs: 0 }, { atMs: 0, viewer: null }], (viewer) =>
      createSource(viewer ? 8 : 4),
    );
    expect(received[0]?.at(-1)).toBe("8:0-59");
    expect(voiced(received[1] ?? []).at(-1)).toBe("4:0-59");
  });

  it("are not moved to the position of listeners who are further behind", () => {
    const { sent } = listenAll([{ atMs: 0 }, { atMs: 0, behindMs: 2600 }]);
    expect(sharing(sent, 0)).toBe(0);
  });
});

describe("two listeners", () => {
  const speech = createSentenceAudio(1, FRAMES);
  const options = { from: START, behindMs: 2000, isExact: true };
  /** Returns a position in a sentence after this many frames. */
  const sent = (next: number, other: Partial<PlaybackCursor> = {}): PlaybackCursor => ({
    ...createPlaybackCursor(options),
    cursor: START + next * frameMs,
    playing: { audio: speech, next },
    ...other,
  });
  const later = sent(20);

  it("can share a group once the one behind gets the missing part of the sentence", () => {
    const missing = findMissingBytes(sent(10), later, frameMs);
    expect(missing?.equals(speech.bytes.subarray(speech.starts[10], speech.starts[20]))).toBe(true);
    expect(findMissingBytes(later, sent(20), frameMs)).toHaveLength(0);
  });

  it.each<[string, PlaybackCursor, PlaybackCursor]>([
    ["the other one is not further", later, sent(10)],
    ["one is between sentences", sent(10, { playing: null }), later],
    [
      "they are at different sentences",
      sent(10, { playing: { audio: createSentenceAudio(2, FRAMES), next: 10 } }),
      later,
    ],
    [
      "one is at an announcement, which starts at a different time for each",
      sent(10, { playing: { audio: speech, next: 10, isAnnouncement: true } }),
      sent(20, { playing: { audio: speech, next: 20, isAnnouncement: true } }),
    ],
    [
      "only one needs its exact position",
      sent(10, { options: { ...options, isExact: false } }),
      later,
    ],
    [
      "one would get everything later",
      sent(10, { options: { ...options, behindMs: 1900 } }),
      later,
    ],
    [
      "one would get everything much earlier",
      sent(10, { options: { ...options, behindMs: 2501 } }),
      later,
    ],
    [
      "the sentence started later for one of them",
      sent(10, { cursor: START + 10 * frameMs + frameMs + 1 }),
      later,
    ],
  ])("cannot share a group if %s", (_why, one, further) => {
    expect(findMissingBytes(one, further, frameMs)).toBeUndefined();
  });
});
