import type { Dispatcher } from "undici";
import { batchChunks, createBatchingHandler } from "#worker/llm/http/batch-chunks.ts";

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }));
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

/** Advances the clock and lets pending promises settle. */
const advanceTime = async (ms: number) => {
  jest.advanceTimersByTime(ms);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
};

const CONTROLLER: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};

/** Records the chunks of a response with the time of their arrival. */
const listen = (name = "") => {
  const answer = new Response();
  const received: string[] = [];
  const note = (text: string) => received.push(`${performance.now()}: ${text}`);
  const handler = createBatchingHandler(
    {
      onResponseData: (_controller, bytes) => void note(name + bytes.toString()),
      onResponseEnd: () => void note("the end"),
      onResponseError: (_controller, err) => void note(err.message),
    },
    () => answer,
  );
  return {
    received,
    beCalm: () => batchChunks(answer),
    async write(text: string) {
      handler.onResponseData?.(CONTROLLER, Buffer.from(text));
      await advanceTime(0);
    },
    end: () => handler.onResponseEnd?.(CONTROLLER, {}),
    fail: (err: Error) => handler.onResponseError?.(CONTROLLER, err),
  };
};

describe("the chunks of a response", () => {
  it("arrive at once before batching starts", async () => {
    const { received, write } = listen();
    for (const chunk of ["a", "b"]) await write(chunk);
    expect(received).toEqual(["0: a", "0: b"]);
  });

  it("arrive batched every 50 ms once batching starts", async () => {
    const { received, write, beCalm } = listen();
    beCalm();
    for (let ms = 0; ms < 200; ms += 10) {
      await write(`${ms} `);
      await advanceTime(10);
    }
    expect(received).toEqual([
      "0: 0 ",
      "50: 10 20 30 40 ",
      "100: 50 60 70 80 90 ",
      "150: 100 110 120 130 140 ",
      "200: 150 160 170 180 190 ",
    ]);
  });

  it("arrive on the same tick for all responses, with one timer", async () => {
    const timers = jest.getTimerCount();
    const [one, two] = [listen("one "), listen("two ")];
    for (const { beCalm } of [one, two]) beCalm();
    await one.write("A");
    await advanceTime(20);
    await two.write("B");
    for (const { write } of [one, two]) await write("C");
    expect(jest.getTimerCount() - timers).toBe(1);
    await advanceTime(29);
    expect([...one.received, ...two.received]).toEqual(["0: one A", "20: two B"]);
    await advanceTime(1);
    expect([one.received[1], two.received[1]]).toEqual(["50: one C", "50: two C"]);
  });

  it("arrive no earlier than their tick when the clock has fractions of a millisecond", async () => {
    const { received, write, beCalm } = listen();
    beCalm();
    const clock = jest.spyOn(performance, "now").mockReturnValue(37.3);
    for (const chunk of ["one", "two"]) await write(chunk);
    clock.mockRestore();
    await advanceTime(12);
    expect(received).toEqual(["37.3: one"]);
    await advanceTime(1);
    expect(received).toEqual(["37.3: one", "13: two"]);
  });

  it("arrive at once again after a pause", async () => {
    const { received, write, beCalm } = listen();
    beCalm();
    await write("one");
    await advanceTime(51);
    await write("two");
    expect(received).toEqual(["0: one", "51: two"]);
  });

  it("arrive at once when the response ends", async () => {
    const { received, write, beCalm, end } = listen();
    beCalm();
    for (const chunk of ["one", "two", "three"]) await write(chunk);
    end();
    expect(received).toEqual(["0: one", "0: twothree", "0: the end"]);
    await advanceTime(100);
    expect(received).toHaveLength(3);
  });

  it("arrive completely and at once when the connection breaks", async () => {
    const { received, write, beCalm, fail } = listen();
    beCalm();
    for (const chunk of ["one", "two"]) await write(chunk);
    fail(new Error("the wire is cut"));
    expect(received).toEqual(["0: one", "0: two", "0: the wire is cut"]);
  });

  it("arrive at once when they reach 64 kB", async () => {
    const { received, write, beCalm } = listen();
    beCalm();
    const much = "x".repeat(64 * 1024);
    for (const chunk of ["one", much.slice(1), "x", much]) await write(chunk);
    expect(received).toEqual(["0: one", `0: ${much}`, `0: ${much}`]);
  });
});
