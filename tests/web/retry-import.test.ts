import { retryImport } from "#web/lib/code-loading/retry-import.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** An import that fails the first `failures` times. */
const setUp = (failures: number) => {
  let remainingFailures = failures;
  const fetchCode = jest.fn(async () => {
    remainingFailures -= 1;
    if (remainingFailures >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  });
  const use = jest.fn();
  return { fetchCode, use, stop: retryImport(fetchCode, use) };
};

describe("the retried import", () => {
  test("uses the code once when it loads", async () => {
    const { fetchCode, use } = setUp(0);
    await wait(60_000);
    expect(use.mock.calls).toEqual([["code"]]);
    expect(fetchCode).toHaveBeenCalledTimes(1);
  });

  test("is repeated every 2 s until it succeeds", async () => {
    const { fetchCode, use } = setUp(2);
    await wait(1999);
    expect(fetchCode).toHaveBeenCalledTimes(1);
    await wait(1);
    expect([fetchCode.mock.calls.length, use.mock.calls.length]).toEqual([2, 0]);
    await wait(2000);
    expect([fetchCode.mock.calls.length, use.mock.calls.length]).toEqual([3, 1]);
  });

  test("does not use code that loads after a stop", async () => {
    const { use, stop } = setUp(0);
    stop();
    await wait(0);
    expect(use).not.toHaveBeenCalled();
  });

  test.each([0, 1000])("is not repeated after a stop at %d ms", async (ms) => {
    const { fetchCode, stop } = setUp(9);
    if (ms > 0) await wait(ms);
    stop();
    await wait(60_000);
    expect(fetchCode).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
