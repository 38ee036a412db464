import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";

describe("a repeated log line", () => {
  let now = 0;
  const opened = () => {
    now = 0;
    const { logger, lines } = createMemoryLogger();
    const getLines = () =>
      lines.map(({ msg, err, repeated, level }) => ({ msg, err, repeated, level }));
    return { outages: getThrottledLogger(logger, () => now), logger, getLines };
  };
  const createError = () => Object.assign(new Error("no route"), { code: "ECONNREFUSED" });

  it("is logged at once, then once a minute with the number of omitted lines", () => {
    const { outages, getLines } = opened();
    for (now = 0; now <= 120_000; now += 10_000)
      outages.warn({ err: createError() }, "redis is away");
    expect(getLines()).toMatchObject([
      { msg: "redis is away", err: { code: "ECONNREFUSED" }, level: "warn" },
      { msg: "redis is away", repeated: 5 },
      { msg: "redis is away", repeated: 5 },
    ]);
    expect(getLines()[0]?.repeated).toBeUndefined();
  });

  it.each([
    ["another message", () => ["the database is away", createError()] as const],
    [
      "another error code",
      () => ["redis is away", Object.assign(createError(), { code: "EPIPE" })] as const,
    ],
    ["another error message", () => ["redis is away", new Error("it is full")] as const],
    ["no error", () => ["redis is away", undefined] as const],
  ])("does not suppress a line with %s", (_what, other) => {
    const { outages, getLines } = opened();
    outages.warn({ err: createError() }, "redis is away");
    const [sentence, err] = other();
    outages.warn({ err }, sentence);
    expect(getLines()).toHaveLength(2);
  });

  it("is suppressed across all throttled loggers of one process", () => {
    const { outages, logger, getLines } = opened();
    outages.error("it is away");
    getThrottledLogger(logger).error("it is away");
    expect(getLines()).toMatchObject([{ msg: "it is away", level: "error" }]);
  });

  it("is remembered for the last 200 different lines only", () => {
    const { outages, getLines } = opened();
    for (let n = 0; n <= 200; n++) outages.warn(`fault ${n}`);
    outages.warn("fault 200");
    outages.warn("fault 0");
    expect(getLines()).toHaveLength(202);
  });
});
