import { parseArguments } from "#worker/parse-arguments.ts";

const read = (...args: string[]) => Object.fromEntries(parseArguments(args));

describe("a worker's arguments", () => {
  it("select every queue by default", () => {
    expect(read()).toEqual({ turns: 300, judging: 100, speech: 30, mail: 10 });
  });

  it("select queues and their concurrency", () => {
    expect(read("--queues", "turns")).toEqual({ turns: 300 });
    expect(read("--concurrency", "judging=3")).toEqual({
      turns: 300,
      judging: 3,
      speech: 30,
      mail: 10,
    });
    expect(read("--queues", "judging, turns", "--concurrency", "turns=50")).toEqual({
      judging: 100,
      turns: 50,
    });
  });

  it.each([
    [
      ["--queues", "speeches"],
      'There is no queue "speeches". Queues: turns, judging, speech, mail.',
    ],
    [["--concurrency", "turns"], '"turns" is not a concurrency, such as turns=300.'],
    [["--concurrency", "turns=0"], '"turns=0" is not a concurrency, such as turns=300.'],
    [["--concurrency", "turns=x2"], '"turns=x2" is not a concurrency, such as turns=300.'],
    [["--concurrency", "turns=2x"], '"turns=2x" is not a concurrency, such as turns=300.'],
    [["--concurrency", "turns=10000"], '"turns=10000" is not a concurrency, such as turns=300.'],
    [
      ["--concurrency", "speeches=2"],
      'There is no queue "speeches". Queues: turns, judging, speech, mail.',
    ],
    [["--speed", "9"], "Unknown option '--speed'"],
  ])("are rejected with a plain message: %s", (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});
