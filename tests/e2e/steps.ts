import type { Page } from "playwright-core";
import { until } from "../harness.ts";

/** Starts a debate with the form on the home page, and ends on its page. */
export const startDebate = async (page: Page, topic: string): Promise<void> => {
  await page.getByLabel("Topic").fill(topic);
  await page.getByRole("group", { name: "Against" }).getByRole("radio", { name: "Claude" }).check();
  await page.getByRole("button", { name: /Start Debate/ }).click();
  await page.waitForURL(/\/debate\/\d+$/);
};

export const nextTurn = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Next Turn" }).click();

export const turn = (page: Page, turnNumber: number) => page.locator(`#turn-${turnNumber}`);

/** The words of a turn, without its head and its judge's note. */
export const wordsOf = (page: Page, turnNumber: number): Promise<string> =>
  turn(page, turnNumber)
    .locator("p")
    .allInnerTexts()
    .then((lines) => lines.join("\n"));

/** Waits until a turn is being spoken. */
export const speaking = (page: Page, turnNumber: number): Promise<void> =>
  turn(page, turnNumber).getByText("speaking now").waitFor();

/** Waits until a turn is finished and, where the reader may see it, scored. */
export const finished = async (page: Page, turnNumber: number): Promise<void> => {
  await turn(page, turnNumber).waitFor();
  await turn(page, turnNumber).getByText("speaking now").waitFor({ state: "detached" });
};

export const scored = (page: Page, turnNumber: number): Promise<void> =>
  turn(page, turnNumber).getByRole("note").waitFor();

/** Turns up to this one, one after the other. */
export const stepTo = async (page: Page, turnNumber: number, from = 1): Promise<void> => {
  for (let next = from; next <= turnNumber; next += 1) {
    await nextTurn(page);
    await scored(page, next);
  }
};

/** What the page's heading says, once it is there. */
export const heading = (page: Page, name: string) =>
  until(() => page.getByRole("heading", { name }).isVisible(), { what: `the heading ${name}` });
