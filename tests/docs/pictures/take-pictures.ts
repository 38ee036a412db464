import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { attachAudioProbe, waitForPlaybackAt } from "#tests/e2e/audio-probe.ts";
import {
  findTurn,
  getTurnText,
  playTurnsUpTo,
  pressNextTurn,
  voteForSideFor,
  waitForHydratedButton,
  waitForScore,
} from "#tests/e2e/steps.ts";
import { waitUntil } from "#tests/harness.ts";
import { TEST_PASSWORD } from "#tests/helpers/api-client.ts";
import { recordAnimation, takePicture } from "./album.ts";
import type { DemoSite } from "./demo-site.ts";
import { setTheme, THEMES, type Theme } from "./themes.ts";

const DESKTOP = { viewport: { width: 1200, height: 750 }, reducedMotion: "reduce" } as const;
const PHONE = {
  ...DESKTOP,
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
};
const ANIMATION = {
  viewport: { width: 860, height: 540 },
  reducedMotion: "no-preference",
} as const;

/** A topic for which demo mode replays a recorded debate. It is not among the sample debates. */
const MOTION = "Should the workweek have four days?";
const MORE_DEBATES: readonly [owner: string, motion: string][] = [
  ["emil", "Should every child learn to code?"],
  ["nora", "Should zoos be closed?"],
  ["samir", "Is a four-day week good for everybody?"],
];

/** Calls the API as the user of a page. */
const post = async (
  { request }: Pick<BrowserContext, "request">,
  { origin }: DemoSite,
  route: string,
  data: object,
): Promise<unknown> => {
  const answer = await request.post(`${origin}/api${route}`, { headers: { origin }, data });
  if (!answer.ok()) throw new Error(`${route}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
};

/** Opens a page as a new user. */
const signUp = async (
  browser: Browser,
  site: DemoSite,
  username: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Page> => {
  const context = await browser.newContext(options);
  const email = `${username}@example.org`;
  await post(context, site, "/register", { username, email, password: TEST_PASSWORD });
  return context.newPage();
};

/** Starts a debate with the user's credit and opens it. */
const openDebate = async (page: Page, site: DemoSite, topic: string): Promise<void> => {
  const plan = { topic, maxTurns: 6, botBProvider: "claude" };
  const { id } = Debate.parse(await post(page, site, "/debates", plan));
  await page.goto(`${site.origin}/debate/${id}`);
  await waitForHydratedButton(page, "Next Turn");
};

/** Waits until `count` characters of a turn have been streamed. */
const waitForCharacters = async (page: Page, turnNumber: number, count: number): Promise<void> => {
  // The scene covers the transcript, so the turn exists but is not visible.
  await findTurn(page, turnNumber).waitFor({ state: "attached" });
  await waitUntil(async () => (await getTurnText(page, turnNumber)).length >= count, {
    timeoutMs: 30_000,
    what: `${count} characters of turn ${turnNumber}`,
  });
};

const takeList = async (browser: Browser, site: DemoSite): Promise<void> => {
  const page = await signUp(browser, site, "kim");
  await page.goto(`${site.origin}/debates/public`);
  await page.getByRole("article").first().waitFor();
  await takePicture(page, "debates");
};

/** Takes a picture of a streaming turn as soon as it has `characters` characters. */
const takeSpeakingTurn = async (
  page: Page,
  name: string,
  { turnNumber, characters }: { turnNumber: number; characters: number },
): Promise<void> => {
  await pressNextTurn(page);
  await waitForCharacters(page, turnNumber, characters);
  await takePicture(page, name);
  await waitForScore(page, turnNumber);
};

/** Takes the pictures of one debate, from its first turn to its recording. */
const takeDebate = async (browser: Browser, site: DemoSite): Promise<void> => {
  const page = await signUp(browser, site, "rosa");
  await openDebate(page, site, MOTION);
  await playTurnsUpTo(page, 3);
  await setTheme(page, "dark");
  await takeSpeakingTurn(page, "live-debate", { turnNumber: 4, characters: 560 });

  const storageState = await page.context().storageState();
  const phone = await browser.newContext({ ...PHONE, storageState });
  const small = await phone.newPage();
  await small.goto(page.url());
  await waitForHydratedButton(small, "Next Turn");
  await takeSpeakingTurn(small, "phone", { turnNumber: 5, characters: 260 });
  await phone.close();

  await pressNextTurn(page);
  await waitForScore(page, 6);
  await voteForSideFor(page);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await takePicture(page, "verdict");

  await attachAudioProbe(page);
  await page.reload();
  await page.getByRole("button", { name: "Listen to Debate" }).click();
  await waitForPlaybackAt(page, 6);
  await takePicture(page, "player");
};

/** How long the animation shows the judge's sentence. */
const RULING_MS = 2500;
/** How long it then shows the next speaker, before it starts again. */
const NEXT_SPEAKER_MS = 2500;
/** Longest time until the ruling appears. On a busy machine the turn before it is slow. */
const RULING_TIMEOUT_MS = 90_000;

/** From the judgement of turn 3 to the first words of turn 4. */
const showJudgeAndNextSpeaker = async (page: Page): Promise<void> => {
  const ruling = page.locator("[data-ruling=ruling]").filter({ hasText: "turn 3" });
  await ruling.waitFor({ timeout: RULING_TIMEOUT_MS });
  await page.waitForTimeout(RULING_MS);
  await pressNextTurn(page);
  await page.locator("[data-caption=bot_b]").waitFor();
  await page.waitForTimeout(NEXT_SPEAKER_MS);
};

/** Records the end of a turn, what the judge says about it, and the next speaker. */
const recordTurn = async (browser: Browser, site: DemoSite, theme: Theme): Promise<void> => {
  const page = await signUp(browser, site, `viewer-${theme}`, ANIMATION);
  await openDebate(page, site, MOTION);
  await setTheme(page, theme);
  await playTurnsUpTo(page, 2);
  await pressNextTurn(page);
  await page.locator("[data-caption=bot_a]").waitFor();
  await recordAnimation(page, `turn-${theme}`, showJudgeAndNextSpeaker(page));
};

/** Number of jobs that must be running. The table has one more row, its head. */
const MIN_RUNNING_JOBS = 2;

const takeOperations = async (browser: Browser, site: DemoSite): Promise<void> => {
  for (const [owner, motion] of MORE_DEBATES) {
    const page = await signUp(browser, site, owner);
    await openDebate(page, site, motion);
    await page.getByRole("button", { name: "Enable Auto-Play" }).click();
  }
  const page = await signUp(browser, site, "ada");
  await site.sql("UPDATE users SET role = 'superadmin' WHERE username = $1", ["ada"]);
  await page.goto(`${site.origin}/operations?tab=running`);
  const running = page.getByRole("table", { name: "In progress" }).getByRole("row");
  await waitUntil(async () => (await running.count()) > MIN_RUNNING_JOBS, {
    timeoutMs: 60_000,
    what: `${MIN_RUNNING_JOBS} running jobs`,
  });
  await page.setViewportSize({ width: 1200, height: 900 });
  await page
    .getByRole("heading", { name: "In progress" })
    .evaluate((heading) => heading.scrollIntoView({ block: "center" }));
  await takePicture(page, "operations");
};

const SCENES: Record<string, (browser: Browser, site: DemoSite) => Promise<void>> = {
  list: takeList,
  debate: takeDebate,
  animation: async (browser, site) => {
    for (const theme of THEMES) await recordTurn(browser, site, theme);
  },
  operations: takeOperations,
};

/** Takes the pictures of these scenes; without names, of all. */
export const takePictures = async (
  browser: Browser,
  site: DemoSite,
  names: readonly string[],
): Promise<void> => {
  for (const name of names.length > 0 ? names : Object.keys(SCENES)) {
    const take = SCENES[name];
    if (!take) throw new Error(`No scene is named ${name}: ${Object.keys(SCENES).join(", ")}`);
    await take(browser, site);
  }
};
