import type { Dispatcher } from "undici";
import { batchChunks, createBatchingHandler } from "#worker/llm/http/batch-chunks.ts";

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }));
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

/** Advances the clock and lets pending promises settle. */
const pass = async (ms: number) => {
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
  const heard: string[] = [];
  const note = (text: string) => heard.push(`${performance.now()}: ${text}`);
  const handler = createBatchingHandler(
    {
      onResponseData: (_controller, bytes) => void note(name + bytes.toString()),
      onResponseEnd: () => void note("the end"),
      onResponseError: (_controller, err) => void note(err.message),
    },
    () => answer,
  );
  return {
    heard,
    beCalm: () => batchChunks(answer),
    async say(text: string) {
      handler.onResponseData?.(CONTROLLER, Buffer.from(text));
      await pass(0);
    },
    end: () => handler.onResponseEnd?.(CONTROLLER, {}),
    fail: (err: Error) => handler.onResponseError?.(CONTROLLER, err),
  };
};

describe("the chunks of a response", () => {
  it("arrive at once before batching starts", async () => {
    const { heard, say } = listen();
    for (const piece of ["a", "b"]) await say(piece);
    expect(heard).toEqual(["0: a", "0: b"]);
  });

  it("arrive batched every 50 ms once batching starts", async () => {
    const { heard, say, beCalm } = listen();
    beCalm();
    for (let ms = 0; ms < 200; ms += 10) {
      await say(`${ms} `);
      await pass(10);
    }
    expect(heard).toEqual([
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
    await one.say("A");
    await pass(20);
    await two.say("B");
    for (const { say } of [one, two]) await say("C");
    expect(jest.getTimerCount() - timers).toBe(1);
    await pass(29);
    expect([...one.heard, ...two.heard]).toEqual(["0: one A", "20: two B"]);
    await pass(1);
    expect([one.heard[1], two.heard[1]]).toEqual(["50: one C", "50: two C"]);
  });

  it("arrive no earlier than their tick when the clock has fractions of a millisecond", async () => {
    const { heard, say, beCalm } = listen();
    beCalm();
    const clock = jest.spyOn(performance, "now").mockReturnValue(37.3);
    for (const piece of ["one", "two"]) await say(piece);
    clock.mockRestore();
    await pass(12);
    expect(heard).toEqual(["37.3: one"]);
    await pass(1);
    expect(heard).toEqual(["37.3: one", "13: two"]);
  });

  it("arrive at once again after a pause", async () => {
    const { heard, say, beCalm } = listen();
    beCalm();
    await say("one");
    await pass(51);
    await say("two");
    expect(heard).toEqual(["0: one", "51: two"]);
  });

  it("arrive at once when the response ends", async () => {
    const { heard, say, beCalm, end } = listen();
    beCalm();
    for (const piece of ["one", "two", "three"]) await say(piece);
    end();
    expect(heard).toEqual(["0: one", "0: twothree", "0: the end"]);
    await pass(100);
    expect(heard).toHaveLength(3);
  });

  it("arrive completely and at once when the connection breaks", async () => {
    const { heard, say, beCalm, fail } = listen();
    beCalm();
    for (const piece of ["one", "two"]) await say(piece);
    fail(new Error("the wire is cut"));
    expect(heard).toEqual(["0: one", "0: two", "0: the wire is cut"]);
  });

  it("arrive at once when they reach 64 kB", async () => {
    const { heard, say, beCalm } = listen();
    beCalm();
    const much = "x".repeat(64 * 1024);
    for (const piece of ["one", much.slice(1), "x", much]) await say(piece);
    expect(heard).toEqual(["0: one", `0: ${much}`, `0: ${much}`]);
  });
});
