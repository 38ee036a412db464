import { createSoakFaultInjector } from "./fault-injector.ts";
import { SoakHistory } from "./soak-history.ts";
import type { ProcessSlot, SoakStack } from "./soak-stack.ts";

beforeAll(() => jest.spyOn(process.stdout, "write").mockReturnValue(true));
afterAll(() => jest.restoreAllMocks());

/**
 * Returns the violations after a SIGTERM to a process. `isRunning` is whether the process still
 * runs when it gets the signal, and `code` is its exit code.
 */
const findViolations = async (isRunning: boolean, code: number | null) => {
  const process = { isRunning: () => isRunning, kill: async () => code };
  const slot = {
    name: "worker 1",
    process,
    isEmpty: false,
    fill: async () => void (slot.isEmpty = false),
  };
  const history = new SoakHistory();
  // With this random generator, the first fault is a SIGTERM to the first process.
  const first = () => 0;
  const product = { slots: [slot as unknown as ProcessSlot], backend: {} } as SoakStack;
  await createSoakFaultInjector(product, first, history).injectFault([]);
  return history.violations;
};

test("a process that exited by itself is a violation and gets no signal", async () => {
  expect(await findViolations(false, 1)).toEqual(["worker 1 exited by itself"]);
});

test("a process that does not exit with 0 after SIGTERM is a violation", async () => {
  expect(await findViolations(true, 0)).toEqual([]);
  expect(await findViolations(true, 1)).toEqual(["worker 1 exited with 1 after SIGTERM"]);
  expect(await findViolations(true, null)).toEqual(["worker 1 exited with null after SIGTERM"]);
});
