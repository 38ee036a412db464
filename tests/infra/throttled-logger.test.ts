import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";

describe("a repeated log line", () => {
  let now = 0;
  const opened = () => {
    now = 0;
    const { logger, lines } = createMemoryLogger();
    const told = () =>
      lines.map(({ msg, err, repeated, level }) => ({ msg, err, repeated, level }));
    return { outages: getThrottledLogger(logger, () => now), logger, told };
  };
  const gone = () => Object.assign(new Error("no route"), { code: "ECONNREFUSED" });

  it("is logged at once, then once a minute with the number of omitted lines", () => {
    const { outages, told } = opened();
    for (now = 0; now <= 120_000; now += 10_000) outages.warn({ err: gone() }, "redis is away");
    expect(told()).toMatchObject([
      { msg: "redis is away", err: { code: "ECONNREFUSED" }, level: "warn" },
      { msg: "redis is away", repeated: 5 },
      { msg: "redis is away", repeated: 5 },
    ]);
    expect(told()[0]?.repeated).toBeUndefined();
  });

  it.each([
    ["another message", () => ["the database is away", gone()] as const],
    [
      "another error code",
      () => ["redis is away", Object.assign(gone(), { code: "EPIPE" })] as const,
    ],
    ["another error message", () => ["redis is away", new Error("it is full")] as const],
    ["no error", () => ["redis is away", undefined] as const],
  ])("does not suppress a line with %s", (_what, other) => {
    const { outages, told } = opened();
    outages.warn({ err: gone() }, "redis is away");
    const [sentence, err] = other();
    outages.warn({ err }, sentence);
    expect(told()).toHaveLength(2);
  });

  it("is suppressed across all throttled loggers of one process", () => {
    const { outages, logger, told } = opened();
    outages.error("it is away");
    getThrottledLogger(logger).error("it is away");
    expect(told()).toMatchObject([{ msg: "it is away", level: "error" }]);
  });

  it("is remembered for the last 200 different lines only", () => {
    const { outages, told } = opened();
    for (let n = 0; n <= 200; n++) outages.warn(`fault ${n}`);
    outages.warn("fault 200");
    outages.warn("fault 0");
    expect(told()).toHaveLength(202);
  });
});
