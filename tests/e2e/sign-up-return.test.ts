import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { getPathname, openShortDebate, pressNextTurn, waitForFinishedTurn } from "./steps.ts";

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
let signUps = 0;

/** Fills in and submits the sign-up form, whose tab may have to be selected first. */
const signUp = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/auth\?/);
  await page.getByRole("tab", { name: "Register" }).click();
  signUps += 1;
  const username = `returning-${process.pid}-${signUps}`;
  // Login and sign-up have a field for the username, but only sign-up has one for the email.
  // Filling in the email first makes sure that the sign-up form is shown.
  await page.getByLabel("Email").fill(`${username}@example.org`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill("a long secret");
  await page.getByRole("button", { name: "Sign up" }).click();
};

describeInBrowser("a visitor who signs up", (site) => {
  test.each(VIEWPORTS)(
    "starts the debate about the topic typed before, at a width of $width px",
    async (viewport) => {
      const topic = "Should libraries open at night?";
      const { page } = await site().visitor("/", { viewport });
      await page.getByLabel("What should they fight about?").fill(topic);
      await page.locator("button:enabled", { hasText: "Start a debate" }).click();
      await signUp(page);
      const field = page.getByLabel("Topic");
      await waitUntil(async () => (await field.inputValue()) === topic);
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByRole("button", { name: /Start Debate/ }).click();
      await page.waitForURL(/\/debate\/\d+$/);
      await page.goto(site().stack.origin);
      await page.getByRole("link", { name: "Get credits" }).waitFor();
      expect(await page.getByLabel("Topic").inputValue()).toBe("");
    },
  );

  test.each(VIEWPORTS)(
    "returns to the reaction that was pressed, at a width of $width px",
    async (viewport) => {
      const owner = await openShortDebate(site(), 4);
      await pressNextTurn(owner);
      await waitForFinishedTurn(owner, 1);
      const path = getPathname(owner);
      const { page } = await site().visitor(path, { viewport });
      await page.getByRole("link", { name: "Sign in to react" }).click();
      await signUp(page);
      await page.waitForURL(`**${path}#good-point`);
      await page.locator(':focus[aria-label="Good point, For, ChatGPT"]').waitFor();
    },
  );
});
