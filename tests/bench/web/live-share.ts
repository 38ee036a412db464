import type { Page } from "playwright-core";
import { finished, nextTurn, speaking, turn } from "#tests/e2e/steps.ts";
import type { Stack } from "#tests/processes.ts";
import type { Measure } from "./measure.ts";

const TOKENS_PER_SECOND = 60;
const LAST_TURN = 20;

/** Tells how many seconds the page's main thread has worked, and how many have passed. */
const startClocks = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async (): Promise<{ worked: number; passed: number }> => {
    const { metrics } = await session.send("Performance.getMetrics");
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return { worked: value("TaskDuration"), passed: value("Timestamp") };
  };
};

/** How much of the main thread the last of 20 turns takes while it is spoken. */
export const liveShare = async (page: Page, stack: Stack): Promise<Measure> => {
  for (let next = 1; next < LAST_TURN; next += 1) {
    await nextTurn(page);
    await finished(page, next);
  }
  await stack.standins.fault({ kind: "turn", tokensPerSecond: TOKENS_PER_SECOND });
  await turn(page, LAST_TURN - 1)
    .getByRole("note")
    .waitFor();
  await nextTurn(page);
  await speaking(page, LAST_TURN);
  const clocks = await startClocks(page);
  const before = await clocks();
  await finished(page, LAST_TURN);
  const after = await clocks();
  const share = (after.worked - before.worked) / (after.passed - before.passed);
  return {
    name: `Main thread while turn ${LAST_TURN} is spoken at ${TOKENS_PER_SECOND} tokens/s`,
    value: share * 100,
    unit: "%",
    target: { atMost: 30 },
  };
};
