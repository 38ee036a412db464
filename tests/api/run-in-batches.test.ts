import { runInBatches } from "#api/commands/run-in-batches.ts";

test("calls within the time of a batch run together, and each gets its own outcome", async () => {
  const batches: number[][] = [];
  const double = runInBatches((numbers: number[]) => {
    batches.push(numbers);
    return Promise.resolve(
      numbers.map((n) => (n < 0 ? { error: new Error(`${n} is negative`) } : { value: 2 * n })),
    );
  });
  const results = await Promise.allSettled([double(1), double(-2), double(3)]);
  expect(results).toMatchObject([
    { value: 2 },
    { reason: new Error("-2 is negative") },
    { value: 6 },
  ]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, -2, 3], [4]]);
});

test("a failed batch fails all of its calls, and the next batch runs", async () => {
  const outcomes = [() => Promise.reject(new Error("down")), () => Promise.resolve([{ value: 1 }])];
  const call = runInBatches<string, number>(() => outcomes.shift()?.() ?? Promise.resolve([]));
  const results = await Promise.allSettled([call("a"), call("b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await call("c")).toBe(1);
});
