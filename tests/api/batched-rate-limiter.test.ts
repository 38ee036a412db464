import { setImmediate as aMoment } from "node:timers/promises";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { createBatchedRateLimiter } from "#api/http/rate-limiting/batched-rate-limiter.ts";

const TRIES = 10;
const WINDOW_S = 60;

/** A store that records its calls and answers as the test decides. */
class Store extends RateLimiterMemory {
  readonly sent: { key: string; points: number }[] = [];
  answer: () => Promise<unknown> = async () => undefined;

  override async consume(key: string, points = 1) {
    this.sent.push({ key, points });
    await this.answer();
    return super.consume(key, points);
  }
}

let store: Store;
let errors: unknown[];
let limiter: ReturnType<typeof createBatchedRateLimiter>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
  store = new Store({ points: TRIES, duration: WINDOW_S });
  errors = [];
  limiter = createBatchedRateLimiter(store, TRIES, (err) => errors.push(err));
});
afterEach(() => jest.useRealTimers());

const points = () => store.sent.map((each) => each.points);
const consume = async (times: number, key = "ada") => {
  for (let n = 0; n < times; n++) await limiter.consume(key);
};
const aTick = async () => {
  jest.advanceTimersByTime(100);
  await aMoment();
};

describe("attempts that are counted in batches", () => {
  it("wait for the store at first, and are sent to it together afterwards", async () => {
    await consume(4);
    expect(points()).toEqual([1]);
    await aTick();
    expect(points()).toEqual([1, 3]);
    await aTick();
    expect(points()).toEqual([1, 3]);
  });

  it("wait again when at most half of the limit is left, and never exceed the limit", async () => {
    await consume(TRIES);
    // The store gets the first attempt alone, then a batch of five, and then each attempt alone.
    expect(points()).toEqual([1, 5, 1, 1, 1, 1]);
    await expect(limiter.consume("ada")).rejects.toMatchObject({ remainingPoints: 0 });
    await consume(1, "bob");
    await aTick();
    expect(store.sent.at(-1)).toEqual({ key: "bob", points: 1 });
    expect(errors).toEqual([]);
  });

  it("count while their batch is being sent", async () => {
    await consume(4);
    let arrive: () => void = () => undefined;
    store.answer = () => new Promise<void>((resolve) => (arrive = resolve));
    await aTick();
    await limiter.consume("ada");
    let isThrough = false;
    const waiting = limiter.consume("ada").then(() => (isThrough = true));
    await aMoment();
    expect([points(), isThrough]).toEqual([[1, 3, 2], false]);
    arrive();
    await waiting;
  });

  it("wait for the store again in the next window", async () => {
    await consume(1);
    jest.advanceTimersByTime(WINDOW_S * 1000);
    await consume(1);
    expect(points()).toEqual([1, 1]);
  });

  it("that exceed the limit are refused from the next one on, without an error", async () => {
    await consume(1);
    await store.consume("ada", TRIES - 2);
    await consume(3);
    await aTick();
    expect(errors).toEqual([]);
    await expect(limiter.consume("ada")).rejects.toMatchObject({ remainingPoints: 0 });
  });

  it("that cannot be stored are logged, and the next one waits", async () => {
    const down = new Error("no connection");
    await consume(2);
    store.answer = () => Promise.reject(down);
    await aTick();
    expect(errors).toEqual([down]);
    await expect(limiter.consume("ada")).rejects.toBe(down);
  });

  it("are cached for ten thousand clients and no more", async () => {
    for (let n = 0; n <= 10_000; n++) await consume(1, `person ${n}`);
    const before = store.sent.length;
    await consume(1, "person 1");
    expect(store.sent).toHaveLength(before);
    await consume(1, "person 0");
    expect(store.sent).toHaveLength(before + 1);
  });

  it("over the limit are refused without a call to the store until the window ends", async () => {
    await consume(TRIES);
    const refusal = () => limiter.consume("ada").catch((err: unknown) => err);
    expect(await refusal()).toMatchObject({ remainingPoints: 0 });
    const before = store.sent.length;
    jest.advanceTimersByTime(20_000);
    expect(await refusal()).toMatchObject({ remainingPoints: 0, msBeforeNext: 40_000 });
    expect(store.sent).toHaveLength(before);
    jest.advanceTimersByTime(40_000);
    await consume(1);
    expect(store.sent).toHaveLength(before + 1);
  });

  it("that are given back are given back in the store", async () => {
    await consume(TRIES);
    await limiter.reward("ada");
    await consume(1);
    await expect(limiter.consume("ada")).rejects.toMatchObject({ remainingPoints: 0 });
  });
});
