import { createRecentTurns } from "#api/audio/recent-turns.ts";
import type { TurnToHear } from "#api/audio/turn-to-hear.ts";

const turnOf = (turnId: number, version: number | null): TurnToHear => ({
  turnId,
  turnNumber: 1,
  type: "opening",
  role: "bot_a",
  content: "A speech",
  botAProvider: "openai",
  botBProvider: "grok",
  userId: 1,
  isPublic: true,
  onlyOwnerSteps: false,
  status: "active",
  turnStatus: "complete",
  isHidden: false,
  error: null,
  ...(version === null || version === 0
    ? { version, making: null }
    : { version, making: "complete", recordingId: turnId, etag: "e", size: 9 }),
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe("a turn that many listen to", () => {
  let recent: ReturnType<typeof createRecentTurns>;
  let read: number[];
  let stored: number | null;
  beforeEach(() => {
    recent = createRecentTurns();
    read = [];
    stored = 1;
  });
  const get = (turnId: number, version = 0) =>
    recent.get(turnId, version, async () => {
      read.push(turnId);
      return turnOf(turnId, stored);
    });

  it("is read once in a second", async () => {
    await get(7);
    jest.advanceTimersByTime(999);
    await get(7);
    expect(read).toEqual([7]);
    jest.advanceTimersByTime(1);
    await get(7);
    expect(read).toEqual([7, 7]);
  });

  it("is read again by who knows of a later recording, and then known to all", async () => {
    await get(7);
    stored = 2;
    expect((await get(7, 1)).version).toBe(1);
    expect((await get(7, 2)).version).toBe(2);
    expect((await get(7)).version).toBe(2);
    expect(read).toEqual([7, 7]);
  });

  it.each([null, 0])("is read each time while it has no recording (%p)", async (version) => {
    stored = version;
    await get(7);
    await get(7);
    expect(read).toEqual([7, 7]);
  });

  it("is forgotten when a thousand others were listened to after it", async () => {
    for (let turnId = 0; turnId <= 1000; turnId++) await get(turnId);
    await get(1);
    expect(read).toHaveLength(1001);
    await get(0);
    expect(read).toHaveLength(1002);
  });
});
