import { AttemptMeter, UsageMeter } from "#worker/llm/usage-meter.ts";

const MODEL = { provider: "openai", model: "gpt" } as const;
const PRICES = { gpt: { input: 1, output: 10, characters: 100 } };

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());
const after = (ms: number) => jest.advanceTimersByTime(ms);

/** Creates a meter of a request whose reply reported these token counts. */
const createReported = (input: number, output: number): UsageMeter => {
  const meter = new UsageMeter(8);
  meter.recordRequest();
  meter.recordAccepted();
  meter.setReportedTokens({ input, output });
  return meter;
};

describe("the usage of one request", () => {
  it("has no tokens when the vendor rejected the request", () => {
    const meter = new UsageMeter(8);
    meter.recordRequest();
    expect(meter.usage).toEqual({
      requests: 1,
      inputTokens: 0,
      outputTokens: 0,
      characters: 0,
      isEstimated: false,
    });
  });

  it("is the vendor's last count", () => {
    const meter = createReported(3, 4);
    meter.setReportedTokens({ output: 9 });
    meter.setReportedTokens({ input: 5, output: null });
    expect(meter.usage).toMatchObject({ inputTokens: 5, outputTokens: 9, isEstimated: false });
  });

  it.each([
    ["tokens", {}, [2, 3]],
    ["output tokens", { input: 7 }, [7, 3]],
    ["input tokens", { output: 7 }, [2, 7]],
  ])(
    "is estimated when the vendor does not count %s",
    (_what, words, [inputTokens, outputTokens]) => {
      const meter = new UsageMeter(8);
      meter.recordRequest();
      meter.recordAccepted();
      meter.recordText(4);
      meter.recordText(5);
      meter.setReportedTokens(words);
      expect(meter.usage).toMatchObject({ inputTokens, outputTokens, isEstimated: true });
    },
  );

  it("is the number of spoken characters for a voice, and never estimated", () => {
    const meter = new UsageMeter();
    meter.recordRequest();
    meter.recordAccepted();
    meter.recordSpokenCharacters(20);
    meter.recordSpokenCharacters(5);
    expect(meter.usage).toEqual({
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
    meter.recordRequest();
    after(10);
    meter.recordAccepted();
    expect(meter.timing).toEqual({
      startedAtMs: expect.any(Number),
      durationMs: 10,
      firstChunkMs: null,
    });
    after(20);
    meter.recordText(1);
    after(30);
    meter.recordText(1);
    expect(meter.timing).toMatchObject({ durationMs: 60, firstChunkMs: 30 });
    after(40);
    meter.recordSpokenCharacters(1);
    expect(meter.timing).toMatchObject({ durationMs: 100, firstChunkMs: 30 });
  });
});

describe("the usage of an attempt", () => {
  it("is empty before the first request", async () => {
    const meter = new AttemptMeter(PRICES);
    expect([meter.usage, meter.sentRequests]).toEqual([null, []]);
    await meter.admit(MODEL, new UsageMeter(8));
    expect([meter.usage, meter.sentRequests]).toEqual([null, []]);
  });

  it("is the sum of its requests with their price, estimated if one of them is", async () => {
    const meter = new AttemptMeter(PRICES);
    await meter.admit(MODEL, createReported(1, 2));
    await meter.admit(MODEL, createReported(3, 4));
    const exact = { ...MODEL, requests: 2, inputTokens: 4, outputTokens: 6, characters: 0 };
    expect(meter.usage).toEqual({ ...exact, isEstimated: false, price: 64 });
    const voice = new UsageMeter();
    voice.recordRequest();
    voice.recordSpokenCharacters(5);
    await meter.admit(MODEL, voice);
    expect(meter.usage).toMatchObject({ requests: 3, characters: 5, price: 564 });
    const silent = new UsageMeter(8);
    silent.recordRequest();
    silent.recordAccepted();
    await meter.admit(MODEL, silent);
    expect(meter.usage).toMatchObject({ inputTokens: 6, isEstimated: true });
  });

  it("lists each request that was sent", async () => {
    const meter = new AttemptMeter(PRICES);
    await meter.admit(MODEL, new UsageMeter(8));
    const requestMeter = createReported(1, 2);
    after(5);
    requestMeter.recordText(3);
    await meter.admit(MODEL, requestMeter);
    expect(meter.sentRequests).toEqual([
      {
        ...MODEL,
        startedAtMs: expect.any(Number),
        durationMs: 5,
        firstChunkMs: 5,
        inputTokens: 1,
        outputTokens: 2,
      },
    ]);
  });
});
