import { monitorEventLoop } from "#infra/process/event-loop-monitor.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe("the event loop monitor", () => {
  /**
   * Opens a monitor with a fake clock. While the loop is blocked, the clock advances but no timer
   * fires.
   */
  const open = () => {
    let time = 0;
    const loop = monitorEventLoop(() => time);
    const advanceTime = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        time += 500;
        jest.advanceTimersByTime(500);
      }
    };
    return { ...loop, advanceTime, block: (ms: number) => void (time += ms) };
  };

  it("reports a responsive process while blocks stay below 2.5 s", () => {
    const { isResponsive, advanceTime, block } = open();
    advanceTime(60_000);
    block(2000);
    expect(isResponsive()).toBe(true);
    advanceTime(500);
    expect(isResponsive()).toBe(true);
  });

  it("reports an unresponsive process for more than 10 s after a longer block", () => {
    const { isResponsive, advanceTime, block } = open();
    block(2501);
    expect(isResponsive()).toBe(false);
    advanceTime(10_000);
    expect(isResponsive()).toBe(false);
    advanceTime(1000);
    expect(isResponsive()).toBe(true);
  });
});
