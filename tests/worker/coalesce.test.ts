import { createCoalescer } from "#worker/jobs/coalesce.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

describe("coalescing", () => {
  it("sends the first piece at once", () => {
    const sent: string[] = [];
    createCoalescer((text) => sent.push(text)).push("Good");
    expect(sent).toEqual(["Good"]);
  });

  it("sends later pieces together, at most once in the interval", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    for (let ms = 0; ms < 200; ms += 10) {
      deltas.push(`${ms} `);
      jest.advanceTimersByTime(10);
    }
    expect(sent).toEqual([
      "0 ",
      "10 20 30 40 ",
      "50 60 70 80 90 ",
      "100 110 120 130 140 ",
      "150 160 170 180 190 ",
    ]);
  });

  it("sends what several turns say together, whenever they began", () => {
    const sent: string[] = [];
    const [one, two] = ["one", "two"].map((turn) =>
      createCoalescer((text) => sent.push(`${performance.now()}: ${turn} ${text}`)),
    );
    one?.push("A");
    jest.advanceTimersByTime(20);
    two?.push("B");
    one?.push("C");
    two?.push("D");
    jest.advanceTimersByTime(79);
    one?.push("E");
    two?.push("F");
    jest.advanceTimersByTime(1);
    expect(sent).toEqual([
      "0: one A",
      "20: two B",
      "50: one C",
      "50: two D",
      "100: one E",
      "100: two F",
    ]);
  });

  it("takes one timer for all turns: of several, each would have a moment of its own", () => {
    const timers = jest.getTimerCount();
    for (const text of ["one", "two", "three"]) createCoalescer(() => {}).push(text);
    expect(jest.getTimerCount() - timers).toBe(1);
  });

  it("never comes before its time, when the clock stands between two milliseconds", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    const clock = jest.spyOn(performance, "now").mockReturnValue(37.3);
    deltas.push("one");
    clock.mockRestore();
    deltas.push("two");
    jest.advanceTimersByTime(12);
    expect(sent).toEqual(["one"]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual(["one", "two"]);
  });

  it("sends at once again after a silence", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    deltas.push("one");
    jest.advanceTimersByTime(51);
    deltas.push("two");
    expect(sent).toEqual(["one", "two"]);
  });

  it("sends what is held back when flushed, and nothing twice", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    deltas.push("one");
    deltas.push("two");
    deltas.flush();
    jest.advanceTimersByTime(500);
    expect(sent).toEqual(["one", "two"]);
  });

  it("sends nothing after a stop", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    deltas.push("one");
    deltas.push("two");
    deltas.stop();
    jest.advanceTimersByTime(500);
    deltas.flush();
    expect(sent).toEqual(["one"]);
  });

  it("sends no empty pieces", () => {
    const sent: string[] = [];
    const deltas = createCoalescer((text) => sent.push(text));
    deltas.push("");
    deltas.push("one");
    expect(sent).toEqual(["one"]);
  });
});
