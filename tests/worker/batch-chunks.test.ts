import { Readable } from "node:stream";
import { readChunks, batchChunks } from "#worker/llm/http/batch-chunks.ts";

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

/** Records the chunks of a response with the time of their arrival. */
const listen = (name = "") => {
  const message = new Readable({ read() {} });
  const answer = new Response();
  const heard: string[] = [];
  const follow = async () => {
    for await (const bytes of readChunks(message, () => answer))
      heard.push(`${performance.now()}: ${name}${Buffer.from(bytes).toString()}`);
  };
  const isOver = follow();
  return {
    heard,
    isOver,
    message,
    beCalm: () => batchChunks(answer),
    async say(text: string) {
      message.push(text);
      await pass(0);
    },
    async end() {
      message.push(null);
      await isOver;
    },
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
    await say("one");
    clock.mockRestore();
    await say("two");
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
    await end();
    expect(heard).toEqual(["0: one", "0: twothree"]);
  });

  it("arrive completely and at once when the connection breaks", async () => {
    const { heard, say, beCalm, isOver, message } = listen();
    beCalm();
    for (const piece of ["one", "two"]) await say(piece);
    message.destroy(new Error("the wire is cut"));
    await expect(isOver).rejects.toThrow("the wire is cut");
    expect(heard).toEqual(["0: one", "0: two"]);
  });

  it("arrive at once when they reach 64 kB, and do not pause the response", async () => {
    const { heard, say, beCalm, message } = listen();
    beCalm();
    const much = "x".repeat(64 * 1024);
    for (const piece of ["one", much.slice(1), "x", much]) await say(piece);
    expect(heard).toEqual(["0: one", `0: ${much}`, `0: ${much}`]);
    expect(message.isPaused()).toBe(false);
  });

  it("pause the response when 64 kB of them are unread", async () => {
    const message = new Readable({ read() {} });
    const pieces = readChunks(message, () => new Response());
    message.push("one");
    await pieces.next();
    message.push("x".repeat(64 * 1024 - 1));
    await pass(0);
    expect(message.isPaused()).toBe(false);
    message.push("x");
    await pass(0);
    expect(message.isPaused()).toBe(true);
    expect((await pieces.next()).value).toHaveLength(64 * 1024);
    expect(message.isPaused()).toBe(false);
    await pieces.return();
  });

  it("stop with their reader, which destroys the response's stream", async () => {
    const message = new Readable({ read() {} });
    message.push("one");
    for await (const _bytes of readChunks(message, () => new Response())) break;
    expect(message.destroyed).toBe(true);
  });
});
