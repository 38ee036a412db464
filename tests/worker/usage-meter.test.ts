import { AttemptMeter, UsageMeter } from "#worker/llm/usage-meter.ts";

const OF = { provider: "openai", model: "gpt" } as const;
const PRICES = { gpt: { input: 1, output: 10, characters: 100 } };

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());
const after = (ms: number) => jest.advanceTimersByTime(ms);

/** Creates a meter of a request whose reply reported these token counts. */
const createReported = (input: number, output: number): UsageMeter => {
  const meter = new UsageMeter(8);
  meter.ask();
  meter.answered();
  meter.tell({ input, output });
  return meter;
};

describe("the usage of one request", () => {
  it("has no tokens when the vendor rejected the request", () => {
    const meter = new UsageMeter(8);
    meter.ask();
    expect(meter.taken).toEqual({
      requests: 1,
      inputTokens: 0,
      outputTokens: 0,
      characters: 0,
      isEstimated: false,
    });
  });

  it("is the vendor's last count", () => {
    const meter = createReported(3, 4);
    meter.tell({ output: 9 });
    meter.tell({ input: 5, output: null });
    expect(meter.taken).toMatchObject({ inputTokens: 5, outputTokens: 9, isEstimated: false });
  });

  it.each([
    ["tokens", {}, [2, 3]],
    ["output tokens", { input: 7 }, [7, 3]],
    ["input tokens", { output: 7 }, [2, 7]],
  ])(
    "is estimated when the vendor does not count %s",
    (_what, words, [inputTokens, outputTokens]) => {
      const meter = new UsageMeter(8);
      meter.ask();
      meter.answered();
      meter.wrote(4);
      meter.wrote(5);
      meter.tell(words);
      expect(meter.taken).toMatchObject({ inputTokens, outputTokens, isEstimated: true });
    },
  );

  it("is the number of spoken characters for a voice, and never estimated", () => {
    const meter = new UsageMeter();
    meter.ask();
    meter.answered();
    meter.spoke(20);
    meter.spoke(5);
    expect(meter.taken).toEqual({
      requests: 1,
      inputTokens: 0,
      outputTokens: 0,
      characters: 25,
      isEstimated: false,
    });
  });

  it("includes the time to the first chunk and to the last one", () => {
    const meter = new UsageMeter(8);
    after(100);
    meter.ask();
    after(10);
    meter.answered();
    expect(meter.took).toEqual({ at: expect.any(Number), ms: 10, firstChunkMs: null });
    after(20);
    meter.wrote(1);
    after(30);
    meter.wrote(1);
    expect(meter.took).toMatchObject({ ms: 60, firstChunkMs: 30 });
    after(40);
    meter.spoke(1);
    expect(meter.took).toMatchObject({ ms: 100, firstChunkMs: 30 });
  });
});

describe("the usage of an attempt", () => {
  it("is empty before the first request", async () => {
    const meter = new AttemptMeter(PRICES);
    expect([meter.usage, meter.asked]).toEqual([null, []]);
    await meter.admit(OF, new UsageMeter(8));
    expect([meter.usage, meter.asked]).toEqual([null, []]);
  });

  it("is the sum of its requests with their price, estimated if one of them is", async () => {
    const meter = new AttemptMeter(PRICES);
    await meter.admit(OF, createReported(1, 2));
    await meter.admit(OF, createReported(3, 4));
    const exact = { ...OF, requests: 2, inputTokens: 4, outputTokens: 6, characters: 0 };
    expect(meter.usage).toEqual({ ...exact, isEstimated: false, price: 64 });
    const voice = new UsageMeter();
    voice.ask();
    voice.spoke(5);
    await meter.admit(OF, voice);
    expect(meter.usage).toMatchObject({ requests: 3, characters: 5, price: 564 });
    const silent = new UsageMeter(8);
    silent.ask();
    silent.answered();
    await meter.admit(OF, silent);
    expect(meter.usage).toMatchObject({ inputTokens: 6, isEstimated: true });
  });

  it("lists each request that was sent", async () => {
    const meter = new AttemptMeter(PRICES);
    await meter.admit(OF, new UsageMeter(8));
    const tally = createReported(1, 2);
    after(5);
    tally.wrote(3);
    await meter.admit(OF, tally);
    expect(meter.asked).toEqual([
      {
        ...OF,
        at: expect.any(Number),
        ms: 5,
        firstChunkMs: 5,
        inputTokens: 1,
        outputTokens: 2,
      },
    ]);
  });
});
