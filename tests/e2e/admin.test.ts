import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser, type BrowserHarness } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  SESSION_ENDED_ERROR,
  waitForFinishedTurn,
  pressNextTurn,
  openShortDebate,
  getPathname,
  waitForText,
  waitForScore,
  waitForSpeakingTurn,
} from "./steps.ts";

/** Opens a page as a new user with this role. */
const openAs = async (
  site: BrowserHarness,
  role: "admin" | "superadmin",
  path: string,
): Promise<Page> => {
  const { page, username } = await site.user("/");
  await site.makeAdmin(username, role);
  await page.goto(site.stack.origin + path);
  return page;
};

/** Searches the users table for a user and returns the user's row. */
const findRow = async (page: Page, username: string) => {
  const box = page.getByRole("searchbox", { name: "Search by name or email" });
  const rows = page.getByRole("row");
  await waitUntil(
    async () => {
      // Fills again if necessary, because text that is typed before hydration is lost.
      if ((await box.inputValue()) !== username) await box.fill(username);
      return (await rows.count()) === 2;
    },
    { what: "one user" },
  );
  return rows.filter({ hasText: username });
};

const findCard = async (page: Page, topic: string) => {
  await page.getByRole("searchbox", { name: "Search by topic" }).fill(topic);
  return page.getByRole("article", { name: topic }).first();
};

describeInBrowser(
  "an admin",
  (site) => {
    test("promotes and demotes a user, whose page is signed out with the reason", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const superadmin = await openAs(site(), "superadmin", "/admin-panel");
      const { page, username } = await site().user("/");
      await waitForHydratedButton(page, "Start Debate");
      const row = await findRow(superadmin, username ?? "");
      await row.getByRole("combobox").selectOption("admin");
      await row.getByRole("button", { name: "Update" }).click();
      await Promise.all([
        waitForText(superadmin, "User role has been updated successfully."),
        waitForText(page, "Your role is now admin. Please sign in again."),
        superadmin.getByRole("button", { name: "Change role" }).click(),
      ]);
      await page.getByText("Join the Debate Revolution").waitFor();

      await page.goto(`${site().stack.origin}/auth`);
      await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
      await page.getByLabel("Username").fill(username ?? "");
      await page.getByLabel("Password").fill("secret1");
      await page.getByRole("button", { name: "Login" }).click();
      await page.getByRole("button", { name: "Admin" }).click();
      await page.getByRole("link", { name: "Audio Admin" }).click();
      await page.getByRole("heading", { name: "All Debates" }).waitFor();

      await row.getByRole("combobox").selectOption("user");
      await row.getByRole("button", { name: "Update" }).click();
      await superadmin.getByRole("button", { name: "Change role" }).click();
      await waitForText(page, "Your role is now user. Please sign in again.");
      await page.waitForURL("**/auth?**");

      await superadmin.goto(`${site().stack.origin}/operations?tab=audit`);
      await superadmin.getByRole("searchbox", { name: "Target" }).fill(username ?? "");
      await waitUntil(async () => (await superadmin.getByRole("row").count()) === 3, {
        what: "two acts",
      });
      expect(await superadmin.getByRole("row").nth(1).innerText()).toMatch(/admin\s+user/);
    });

    test("sets a user's credits, and the user's header changes at once", async () => {
      const superadmin = await openAs(site(), "superadmin", "/admin-panel?tab=credits");
      const { page, username } = await site().user("/");
      await waitForHydratedButton(page, "Start Debate");
      const row = await findRow(superadmin, username ?? "");
      await row.getByRole("spinbutton").fill("-3");
      await row.getByRole("spinbutton").press("Enter");
      await waitForText(superadmin, "Credits must be a positive number.");
      await row.getByRole("spinbutton").fill("4321");
      await row.getByRole("button", { name: "Update" }).click();
      await waitForText(superadmin, "Credits Updated");
      await page.locator("header").getByText("4321").waitFor();
      expect(await row.getByRole("spinbutton").inputValue()).toBe("4321");
    });

    test("checks the models, which a second tab and a reload follow to the report", async () => {
      const page = await openAs(site(), "superadmin", "/operations?tab=running");
      const other = await page.context().newPage();
      await other.goto(page.url());
      await waitForHydratedButton(other, "Check the models");
      await site().stack.fakes.fault({ provider: "openai", tokensPerSecond: 8 });
      await page.getByRole("button", { name: "Check the models" }).click();
      await waitForText(other, "Checking…");
      await page.reload();
      await waitForText(page, "Checking…");
      for (const tab of [page, other]) {
        const table = tab.getByRole("table", { name: "Model check" });
        await waitForText(tab, "The check cost $0.00.");
        expect(await table.getByText("Works", { exact: true }).count()).toBeGreaterThanOrEqual(3);
        expect(await tab.getByRole("button", { name: "Check the models" }).isEnabled()).toBe(true);
      }
    });

    test("deletes a user, whose debate disappears for its watchers", async () => {
      site().allowConsoleErrors(SESSION_ENDED_ERROR);
      const page = await openShortDebate(site(), 2);
      const username = (await page.getByRole("button", { name: /^person-/ }).innerText()).trim();
      const { page: visitor } = await site().visitor(getPathname(page));
      const admin = await openAs(site(), "admin", "/admin");
      const row = await findRow(admin, username);
      await row.getByRole("button", { name: `Delete ${username}` }).click();
      await Promise.all([
        waitForText(admin, "User deleted successfully"),
        waitForText(page, "An admin has deleted this account."),
        admin.getByRole("button", { name: "Delete user" }).click(),
      ]);
      for (const openPage of [page, visitor])
        await openPage.getByText("Debate not found").waitFor();
      expect(await page.getByRole("button", { name: username }).count()).toBe(0);
    });

    test("tests a judge with baits, and another superadmin sees the progress", async () => {
      const [root, other] = await Promise.all([
        openAs(site(), "superadmin", "/operations?tab=running"),
        openAs(site(), "superadmin", "/operations?tab=running"),
      ]);
      await waitForHydratedButton(root, "Test Grok");
      await root.getByRole("button", { name: "Test Grok" }).click();
      const dialog = root.getByRole("dialog", { name: "Test Grok with baits?" });
      await dialog.getByText(/^This sends up to 276 requests, one at a time/).waitFor();
      await dialog.getByRole("button", { name: "Start the test" }).click();
      for (const page of [root, other]) {
        await page.getByRole("button", { name: "Testing Grok…" }).waitFor();
        await page.getByText(/^\d+ of up to 138 verdicts so far: \d+ requests/).waitFor();
      }
    });

    test("deletes a debate while a turn is generated", async () => {
      const page = await openShortDebate(site(), 2);
      const admin = await openAs(site(), "admin", "/admin");
      await site().stack.fakes.fault({ kind: "turn", tokensPerSecond: 10 });
      await pressNextTurn(page);
      await waitForSpeakingTurn(page, 1);
      const card = await findCard(admin, "Should libraries open at night?");
      await card.getByRole("button", { name: "Delete" }).click();
      await admin.getByRole("button", { name: "Delete debate" }).click();
      await waitForText(admin, "Debate deleted successfully");
      await page.getByText("Debate not found").waitFor();
      expect(await page.getByRole("button", { name: "Next Turn" }).count()).toBe(0);
    });

    test("regenerates all audio of a debate, and another admin sees the progress", async () => {
      const topic = "Are two voices better than one?";
      const page = await openShortDebate(site(), 2, topic);
      await pressNextTurn(page);
      await waitForScore(page, 1);
      await pressNextTurn(page);
      await waitForFinishedTurn(page, 2);
      const [admin, other] = await Promise.all([
        openAs(site(), "admin", "/admin"),
        openAs(site(), "admin", "/admin"),
      ]);
      const [card, otherCard] = [await findCard(admin, topic), await findCard(other, topic)];
      await card.getByText("2 of 2 audio ready").waitFor();
      await site().stack.fakes.fault({ kind: "speech", firstTokenMs: 6000, times: 2 });
      await card.getByRole("button", { name: "Regenerate all" }).click();
      await admin.getByRole("button", { name: "Regenerate", exact: true }).click();
      await otherCard.getByText(/^Creating audio: \d of 2$/).waitFor();
      await otherCard.getByText("2 of 2 audio ready").waitFor();
      await card.getByRole("button", { name: "Turns" }).click();
      await card.getByRole("button", { name: "Download turn 2" }).click();
      await waitForText(admin, "Download Complete");
      expect(await admin.getByText(/^Opening_Against_Claude_Turn\d+\.mp3$/).count()).toBe(1);
    });

    test("has pages that redirect other users home with a message, and visitors to the sign-in", async () => {
      const { page } = await site().user("/admin-panel");
      await waitForText(page, "Access Denied");
      expect(getPathname(page)).toBe("/");
      const { page: visitor } = await site().visitor("/admin");
      await visitor.waitForURL("**/auth?**");
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);
