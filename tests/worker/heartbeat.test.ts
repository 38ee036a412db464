import { pino } from "pino";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { startHeartbeat } from "#worker/runtime/heartbeat/heartbeat.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Starts a heartbeat. `answers` are the results of its first renewals; all later renewals succeed.
 */
const startFakeHeartbeat = (...answers: (boolean | Error | Promise<boolean>)[]) => {
  const warnings: unknown[] = [];
  const logger = pino({ level: "warn" }, { write: (line) => warnings.push(JSON.parse(line)) });
  const renew = jest.fn(async () => {
    const answer = answers.shift() ?? true;
    if (answer instanceof Error) throw answer;
    if (!(await answer)) throw new LeaseLostError();
  });
  const onLost = jest.fn();
  return { renew, onLost, warnings, ...startHeartbeat(renew, onLost, logger) };
};

describe("a heartbeat", () => {
  it("renews the lease every 700 ms until it is stopped", async () => {
    const { renew, onLost, stop } = startFakeHeartbeat();
    await jest.advanceTimersByTimeAsync(699);
    expect(renew).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1 + 2 * 700);
    expect(renew).toHaveBeenCalledTimes(3);
    stop();
    await jest.advanceTimersByTimeAsync(7000);
    expect(renew).toHaveBeenCalledTimes(3);
    expect(onLost).not.toHaveBeenCalled();
  });

  it("renews together with heartbeats that started shortly before or after, at most 700 ms apart", async () => {
    const heartbeats: ReturnType<typeof startFakeHeartbeat>[] = [];
    for (const ms of [0.5, 30, 60]) {
      jest.advanceTimersByTime(ms);
      heartbeats.push(startFakeHeartbeat());
    }
    const countRenewals = () => heartbeats.map(({ renew }) => renew.mock.calls.length);
    await jest.advanceTimersByTimeAsync(609.4);
    expect(countRenewals()).toEqual([0, 0, 0]);
    await jest.advanceTimersByTimeAsync(1.1);
    expect(countRenewals()).toEqual([1, 1, 1]);
    await jest.advanceTimersByTimeAsync(700);
    expect(countRenewals()).toEqual([2, 2, 2]);
    for (const { stop } of heartbeats) stop();
  });

  it("runs one renewal at a time, however long it takes", async () => {
    let answer = (_isOurs: boolean) => {};
    const { renew, stop } = startFakeHeartbeat(
      new Promise<boolean>((resolve) => (answer = resolve)),
    );
    await jest.advanceTimersByTimeAsync(7000);
    expect(renew).toHaveBeenCalledTimes(1);
    answer(true);
    await jest.advanceTimersByTimeAsync(700);
    expect(renew).toHaveBeenCalledTimes(2);
    stop();
  });

  it("stops once the lease is lost, and reports the loss once", async () => {
    const { renew, onLost } = startFakeHeartbeat(true, false, false);
    await jest.advanceTimersByTimeAsync(7000);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it("continues after a failed renewal, with a warning", async () => {
    const { renew, onLost, warnings, stop } = startFakeHeartbeat(new Error("the database is away"));
    await jest.advanceTimersByTimeAsync(1400);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(onLost).not.toHaveBeenCalled();
    expect(warnings).toMatchObject([
      { msg: "lease.renew_failed", err: { message: "the database is away" } },
    ]);
    stop();
  });

  it.each([
    ["a lost lease", false],
    ["a renewed lease", true],
  ])("ignores %s that is reported after it was stopped", async (_what, isOurs) => {
    let answer = (_isOurs: boolean) => {};
    const pending = new Promise<boolean>((resolve) => (answer = resolve));
    const { renew, onLost, warnings, stop } = startFakeHeartbeat(pending);
    await jest.advanceTimersByTimeAsync(700);
    stop();
    answer(isOurs);
    await jest.advanceTimersByTimeAsync(7000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(onLost).not.toHaveBeenCalled();
    expect(warnings).toEqual([]);
  });
});
