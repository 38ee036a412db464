import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { DebateSwing } from "#shared/contract/debates/swing.ts";
import type { BrowserHarness } from "./browser-harness.ts";

export const TOPIC = "Should libraries open at night?";

/** Console error of a request that is sent while the session ends. */
export const SESSION_ENDED_ERROR = /status of 401/;

/** Starts a debate with the form on the home page and waits for the debate's page. */
export const startDebateWithForm = async (page: Page, topic = TOPIC): Promise<void> => {
  await waitForHydratedButton(page, "Start Debate");
  await page.getByLabel("Topic").fill(topic);
  await page.getByRole("group", { name: "Against" }).getByRole("radio", { name: "Claude" }).check();
  await page.getByRole("button", { name: /Start Debate/ }).click();
  await page.waitForURL(/\/debate\/\d+$/);
};

/** Creates a debate as a new user and opens its page. */
export const openShortDebate = async (
  site: BrowserHarness,
  maxTurns: number,
  topic = TOPIC,
): Promise<Page> => {
  const { page } = await site.user("/");
  const answer = await page.request.post(`${site.stack.origin}/api/debates`, {
    headers: { origin: site.stack.origin },
    data: { topic, maxTurns, botBProvider: "claude" },
  });
  const { id } = Debate.parse(await answer.json());
  await page.goto(`${site.stack.origin}/debate/${id}`);
  await waitForHydratedButton(page, "Next Turn");
  return page;
};

/** Waits until hydration has enabled this button. */
export const waitForHydratedButton = (page: Page, button: string): Promise<void> =>
  page.locator("button:enabled", { hasText: button }).waitFor();

export const getPathname = (page: Page): string => new URL(page.url()).pathname;

export const getDebateId = (page: Page) => Number(getPathname(page).split("/").at(-1));

/** Opens a debate whose owner is asked before it. A random fifth of viewers is not. */
export const openDebateThatAsks = async (site: BrowserHarness, maxTurns = 4): Promise<Page> => {
  for (;;) {
    const page = await openShortDebate(site, maxTurns);
    const answer = await page.request.get(
      `${site.stack.origin}/api/debates/${getDebateId(page)}/swing`,
      { headers: { "x-requested-with": "fetch" } },
    );
    if (DebateSwing.parse(await answer.json()).ballot.isAsked) return page;
    await page.context().close();
  }
};

/** Waits for an element with exactly this text. */
export const waitForText = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

export const pressNextTurn = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Next Turn" }).click();

export const findTurn = (page: Page, turnNumber: number) => page.locator(`#turn-${turnNumber}`);

/** The text of a turn, without its header and the judge's note. */
export const getTurnText = async (page: Page, turnNumber: number): Promise<string> =>
  (await findTurn(page, turnNumber).locator("[dir=auto] > p").allInnerTexts()).join("\n");

export const waitForSpeakingTurn = (page: Page, turnNumber: number): Promise<void> =>
  findTurn(page, turnNumber).getByText("speaking now").waitFor();

export const waitForFinishedTurn = async (page: Page, turnNumber: number): Promise<void> => {
  await findTurn(page, turnNumber).waitFor();
  await findTurn(page, turnNumber).getByText("speaking now").waitFor({ state: "detached" });
};

/**
 * Waits for the judge's note of a turn, or for the note that the score is hidden until the viewer
 * votes.
 */
export const waitForScore = (page: Page, turnNumber: number): Promise<void> =>
  findTurn(page, turnNumber).getByRole("note").waitFor();

/** Closes the transcript, which is open at first in tests. */
export const closeTranscript = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Transcript", pressed: true }).click();
  await page.getByRole("button", { name: "Transcript", pressed: false }).waitFor();
};

/** Requests turns up to this number and waits for the score of each. */
export const playTurnsUpTo = async (page: Page, turnNumber: number): Promise<void> => {
  for (let next = 1; next <= turnNumber; next += 1) {
    await pressNextTurn(page);
    await waitForScore(page, next);
  }
};

export const readDownload = async (download: Download): Promise<string> =>
  readFile(await download.path(), "utf8");

/** Opens a menu (the last one, if the page has two of this name) and finds an item in it. */
export const openMenuItem = async (page: Page, menu: string, line: string) => {
  await page.getByRole("button", { name: menu, exact: true }).last().click();
  return page.getByRole("button", { name: line, exact: true });
};

export const downloadFromMenu = async (page: Page, kind: string): Promise<Download> => {
  const line = await openMenuItem(page, "Download", kind);
  const [download] = await Promise.all([page.waitForEvent("download"), line.click()]);
  return download;
};

/** The button that votes for a side. The page shows it while the results are hidden. */
export const findVoteButton = (page: Page, side: "For" | "Against") =>
  page.getByRole("button", { name: new RegExp(` won, ${side}$`) });

/** Votes for the side "For" and waits for the verdict, because the layout changes until then. */
export const voteForSideFor = async (page: Page) => {
  await findVoteButton(page, "For").click();
  await page.getByRole("heading", { name: /^You said For\. The judge / }).waitFor();
};

export const findBallot = (page: Page) =>
  page.getByRole("region", { name: "Your view before the debate" });
export const findSwing = (page: Page) =>
  page.getByRole("region", { name: "Who changed their mind" });

/**
 * Says in the ballot what the viewer thinks, plays a debate of four turns, votes, and waits for the
 * verdict and for who changed their mind. `prepare` runs before the page is loaded again.
 */
export const playDebateWithBallot = async (
  site: BrowserHarness,
  prepare: (page: Page) => Promise<unknown>,
): Promise<Page> => {
  const page = await openDebateThatAsks(site);
  await closeTranscript(page);
  await prepare(page);
  await page.reload();
  await waitForHydratedButton(page, "Undecided");
  await findBallot(page).getByRole("button", { name: "For" }).click();
  await findBallot(page).getByText("You said For.").waitFor();
  await playTurnsUpTo(page, 3);
  await pressNextTurn(page);
  await voteForSideFor(page);
  await findSwing(page).getByText("Too few to tell").waitFor();
  return page;
};

/** The radio button of a credit pack. */
export const findPack = (page: Page, credits: number) =>
  page.locator("label", { hasText: new RegExp(`^${credits}credits`) }).getByRole("radio");

export const findPayButton = (page: Page) => page.getByRole("button", { name: "Pay with PayPal" });

/** Selects a credit pack and opens PayPal's window for it. */
export const openPaymentWindow = async (page: Page, credits: number): Promise<Page> => {
  await findPack(page, credits).click();
  const [popup] = await Promise.all([page.waitForEvent("popup"), findPayButton(page).click()]);
  await popup.getByRole("button", { name: "Pay now" }).waitFor();
  return popup;
};
