import type { Page } from "playwright-core";
import {
  waitForFinishedTurn,
  pressNextTurn,
  waitForSpeakingTurn,
  findTurn,
} from "#tests/e2e/steps.ts";
import type { TestStack } from "#tests/helpers/test-stack.ts";
import type { DebateWatcher } from "#tests/helpers/debate-watcher.ts";
import type { WebMeasure } from "./web-measure.ts";

const TOKENS_PER_SECOND = 60;
const LAST_TURN = 20;

/**
 * Returns a function that reads the CPU time of the page's main thread in seconds. Unlike elapsed
 * time, it does not include other load of the machine.
 */
const createWorkClock = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
  };
};

/**
 * Returns the share of time in which the main thread works while the last of 20 turns is written. A
 * separate socket detects the end of the turn, because polling the page would cost more CPU time
 * than the measured work.
 */
export const measureMainThreadShare = async (
  page: Page,
  { fakes }: TestStack,
  { socket }: DebateWatcher,
): Promise<WebMeasure> => {
  for (let next = 1; next < LAST_TURN; next += 1) {
    await pressNextTurn(page);
    await waitForFinishedTurn(page, next);
  }
  await fakes.fault({ kind: "turn", tokensPerSecond: TOKENS_PER_SECOND });
  await findTurn(page, LAST_TURN - 1)
    .getByRole("note")
    .waitFor();
  await pressNextTurn(page);
  await waitForSpeakingTurn(page, LAST_TURN);
  const completed = new Promise((resolve) => socket.once("turn:completed", resolve));
  const getBusyMs = await createWorkClock(page);
  const [busyMsBefore, startedAt] = [await getBusyMs(), performance.now()];
  await completed;
  const busyMs = (await getBusyMs()) - busyMsBefore;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    name: `Main thread while turn ${LAST_TURN} is spoken at ${TOKENS_PER_SECOND} tokens/s`,
    value: (busyMs / seconds) * 100,
    unit: "%",
    target: { atMost: 30 },
  };
};
