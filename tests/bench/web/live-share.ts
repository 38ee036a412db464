import type { Page } from "playwright-core";
import { finished, nextTurn, speaking, turn } from "#tests/e2e/steps.ts";
import type { Stack } from "#tests/processes.ts";
import type { Watcher } from "#tests/watcher.ts";
import type { Measure } from "./measure.ts";

const TOKENS_PER_SECOND = 60;
const LAST_TURN = 20;

/**
 * Tells how many seconds the page's main thread has worked, by its own clock: what else the machine
 * does is not counted.
 */
const workClock = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
  };
};

/**
 * How much of the main thread the last of 20 turns takes while it is spoken. That it is over is heard
 * from outside: to look for it in the page, frame by frame, takes more than what is measured.
 */
export const liveShare = async (
  page: Page,
  { standins }: Stack,
  { socket }: Watcher,
): Promise<Measure> => {
  for (let next = 1; next < LAST_TURN; next += 1) {
    await nextTurn(page);
    await finished(page, next);
  }
  await standins.fault({ kind: "turn", tokensPerSecond: TOKENS_PER_SECOND });
  await turn(page, LAST_TURN - 1)
    .getByRole("note")
    .waitFor();
  await nextTurn(page);
  await speaking(page, LAST_TURN);
  const over = new Promise((resolve) => socket.once("turn:completed", resolve));
  const worked = await workClock(page);
  const [workedBefore, startedAt] = [await worked(), performance.now()];
  await over;
  const work = (await worked()) - workedBefore;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    name: `Main thread while turn ${LAST_TURN} is spoken at ${TOKENS_PER_SECOND} tokens/s`,
    value: (work / seconds) * 100,
    unit: "%",
    target: { atMost: 30 },
  };
};
