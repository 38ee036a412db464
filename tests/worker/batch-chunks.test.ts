import { Readable } from "node:stream";
import { readChunks, batchChunks } from "#worker/llm/http/batch-chunks.ts";

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] }));
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

/** Time goes by, and whoever waits for something comes to it. */
const pass = async (ms: number) => {
  jest.advanceTimersByTime(ms);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
};

/** What is heard of an answer, and when. */
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

describe("an answer", () => {
  it("is heard as it comes, until its first words are there", async () => {
    const { heard, say } = listen();
    for (const piece of ["a", "b"]) await say(piece);
    expect(heard).toEqual(["0: a", "0: b"]);
  });

  it("is then heard on the beat, what has come since together", async () => {
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

  it("is heard together with others, whenever they began, by one timer for all", async () => {
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

  it("is never heard before its time, when the clock stands between two milliseconds", async () => {
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

  it("is heard at once again after a silence", async () => {
    const { heard, say, beCalm } = listen();
    beCalm();
    await say("one");
    await pass(51);
    await say("two");
    expect(heard).toEqual(["0: one", "51: two"]);
  });

  it("has no end that is waited for, nor are words before it", async () => {
    const { heard, say, beCalm, end } = listen();
    beCalm();
    for (const piece of ["one", "two", "three"]) await say(piece);
    await end();
    expect(heard).toEqual(["0: one", "0: twothree"]);
  });

  it("is heard to the last word, and at once, where it breaks off", async () => {
    const { heard, say, beCalm, isOver, message } = listen();
    beCalm();
    for (const piece of ["one", "two"]) await say(piece);
    message.destroy(new Error("the wire is cut"));
    await expect(isOver).rejects.toThrow("the wire is cut");
    expect(heard).toEqual(["0: one", "0: two"]);
  });

  it("is never kept where it is much", async () => {
    const { heard, say, beCalm, message } = listen();
    beCalm();
    const much = "x".repeat(64 * 1024);
    for (const piece of ["one", much.slice(1), "x", much]) await say(piece);
    expect(heard).toEqual(["0: one", `0: ${much}`, `0: ${much}`]);
    expect(message.isPaused()).toBe(false);
  });

  it("waits itself where nobody listens to what it has said", async () => {
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

  it("is left with who listens to it", async () => {
    const message = new Readable({ read() {} });
    message.push("one");
    for await (const _bytes of readChunks(message, () => new Response())) break;
    expect(message.destroyed).toBe(true);
  });
});
