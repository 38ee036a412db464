import type { Page } from "playwright-core";
import { Debate } from "#shared/contract/debates/debate.ts";
import { PROVIDER_DEFINITIONS, type Provider } from "#shared/domain/provider.ts";
import { waitUntil } from "../harness.ts";
import { axe } from "./axe.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout, getWindowSizes, WINDOW_SIZES } from "./layout-problems.ts";
import {
  closeTranscript,
  findVoteButton,
  getDebateId,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
  waitForHydratedButton,
  waitForText,
} from "./steps.ts";

const VERDICT = { parts: "#verdict", mayScroll: true };
const SIZES = getWindowSizes(1440, 768, 390, 844);
const LABELS = Object.values(PROVIDER_DEFINITIONS).map(({ label }) => label);

/**
 * Changes the answers of one judge in the debate about this topic. ChatGPT and Claude debate, so
 * Grok scores the turns. The other two judges are only asked for the verdict.
 */
const disturb = async (
  site: BrowserHarness,
  provider: Provider,
  topic: string,
  effect: "other-winner" | "first-speaker" | "refuse",
) => {
  const fault = { provider, kind: "judge", contains: topic, effect, times: 2 } as const;
  await site.stack.fakes.fault(fault);
};

const getDebate = async (page: Page, id: number): Promise<Debate> => {
  const { origin } = new URL(page.url());
  return Debate.parse(await (await page.request.get(`${origin}/api/debates/${id}`)).json());
};

/** Requests all turns, and waits until the judges have decided or failed to. */
const playToEnd = async (site: BrowserHarness, page: Page, id: number): Promise<void> => {
  const headers = { origin: site.stack.origin };
  for (let turn = 1; turn <= 4; turn += 1) {
    await page.request.post(`${site.stack.origin}/api/debates/${id}/turns`, { headers });
    await waitUntil(async () => (await getDebate(page, id)).currentTurn === turn);
  }
  await waitUntil(async () => (await getDebate(page, id)).seal === "decided");
};

/** Plays a debate, skips the vote, and opens the page with the result. */
const openResult = async (site: BrowserHarness, topic: string): Promise<Page> => {
  const page = await openShortDebate(site, 4, topic);
  const id = getDebateId(page);
  await playToEnd(site, page, id);
  await page.request.post(`${site.stack.origin}/api/debates/${id}/skip-vote`, {
    headers: { origin: site.stack.origin },
  });
  await page.reload();
  await waitForHydratedButton(page, "Replay the verdict");
  return page;
};

/** Scrolls the verdict card below the page's fixed top bar, and checks its layout at each size. */
const expectSoundCard = async (
  page: Page,
  what: string,
  sizes: readonly (typeof WINDOW_SIZES)[number][] = SIZES,
): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => document.querySelector("#verdict")?.scrollIntoView());
    await expectSoundLayout(page, what, { ...VERDICT, sizes: [size] });
  }
};

const readHtml = async ({ page }: { page: Page }): Promise<string> =>
  (await page.request.get(page.url())).text();
const VOTES = [/Judges: /, /"panel":/, /chose the same side/];
const findVotes = (text: string) => VOTES.filter((pattern) => pattern.test(text));

describeInBrowser(
  "a panel of judges",
  (site) => {
    test("decides with most of its votes, and shows members who voted how, by keyboard", async () => {
      const topic = "Should every town have a night bus?";
      await disturb(site(), "claude", topic, "other-winner");
      const page = await openShortDebate(site(), 4, topic);
      await closeTranscript(page);
      await playTurnsUpTo(page, 3);
      await pressNextTurn(page);
      const id = getDebateId(page);
      await waitUntil(async () => (await getDebate(page, id)).seal === "decided");
      const sealed = await site().user(`/debate/${id}`);
      const visitor = await site().visitor(`/debate/${id}`);
      expect(findVotes(await page.locator("main").innerText())).toEqual([]);
      for (const viewer of [{ page }, sealed, visitor])
        expect(findVotes(await readHtml(viewer))).toEqual([]);

      await findVoteButton(page, "For").focus();
      await page.keyboard.press("Enter");
      const step = page.getByRole("heading", { name: /^The judges · (?:For|Against), by a / });
      await step.waitFor();
      const { decision } = (await getDebate(page, id)).scores ?? {};
      const [winner, other] =
        decision?.winner === "bot_a" ? ["For", "Against"] : ["Against", "For"];
      const votes = `Judges: ChatGPT for ${winner}, Grok for ${winner}, Claude for ${other}.`;
      expect(await page.locator("#verdict").innerText()).toContain(votes);
      await expectSoundLayout(page, "the steps", VERDICT);

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.reload();
      await waitForHydratedButton(page, "Replay the verdict");
      await waitForText(page, "The judges’ verdict");
      await waitForText(page, votes);
      expect(await page.locator("#verdict").innerText()).toContain("2 of 3 chose the same side.");
      const html = await readHtml({ page });
      expect(html).toContain(votes);
      // These patterns were absent before the vote. Here they must match.
      for (const pattern of VOTES) expect(html).toMatch(pattern);
      const { violations } = await axe(page).include("#verdict").analyze();
      expect(violations).toEqual([]);
      await expectSoundCard(page, "the card", WINDOW_SIZES);
      await page.getByRole("button", { name: "Replay the verdict" }).focus();
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      expect(focused).toMatch(/^charter [0-9a-f]{8}$/);
      await page.keyboard.press("Enter");
      await page.getByText(/^A panel of judges votes\./).waitFor();
    });

    test("names no winner if its judges disagree", async () => {
      const topic = "Should schools start at ten?";
      await disturb(site(), "openai", topic, "other-winner");
      await disturb(site(), "claude", topic, "refuse");
      const page = await openResult(site(), topic);
      await waitForText(page, "Verdict: no winner, the judges disagreed");
      const text = await page.locator("#verdict").innerText();
      expect(text).toContain(
        "A winner needs the votes of 2 of the 3 judges. The mean scores are the result.",
      );
      expect(text).toMatch(
        /Judges: ChatGPT for (For|Against), Grok for (?!\1)(?:For|Against), Claude did not answer\./,
      );
      await expectSoundCard(page, "no winner");
    });

    test("shows no verdict if too few judges answered", async () => {
      const topic = "Should shops close on Sundays?";
      await disturb(site(), "openai", topic, "refuse");
      await disturb(site(), "claude", topic, "refuse");
      const page = await openResult(site(), topic);
      await waitForText(page, "Verdict: none, too few judges answered");
      const text = await page.locator("#verdict").innerText();
      expect(text).toContain("1 of 3 judges answered. A verdict needs 2.");
      expect(text).toContain("The judges wrote no verdict. The scores count.");
      expect(text).toMatch(/ChatGPT did not answer, Grok for \w+, Claude did not answer\./);
      expect(text).not.toContain("charter");
      expect(await page.getByRole("button", { name: "Appeal the verdict" }).count()).toBe(0);
      await expectSoundCard(page, "no verdict");
    });

    test("of a blind debate has no names, and nothing of it reaches viewers before they vote", async () => {
      const { page } = await site().user("/");
      const answer = await page.request.post(`${site().stack.origin}/api/debates`, {
        headers: { origin: site().stack.origin },
        data: { topic: "Should parks be open at night?", maxTurns: 4, mystery: true },
      });
      const { id } = Debate.parse(await answer.json());
      const sealed = await site().user(`/debate/${id}`);
      const received: string[] = [];
      sealed.page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => received.push(payload.toString())),
      );
      await sealed.page.reload();
      await page.goto(`${site().stack.origin}/debate/${id}`);
      await playToEnd(site(), page, id);
      await sealed.page.getByText("Who won?").waitFor();
      const visitor = await site().visitor(`/debate/${id}`);
      const seen = await Promise.all([readHtml(sealed), readHtml(visitor)]);
      for (const text of [...seen, ...received]) expect(findVotes(text)).toEqual([]);
      expect(received.join("")).toContain("debate:");
      const shown = await Promise.all(
        [sealed, visitor].map(({ page: viewed }) => viewed.locator("main").innerText()),
      );
      for (const label of LABELS) for (const text of shown) expect(text).not.toContain(label);

      await page.getByRole("button", { name: "Blue won, For" }).click();
      await page.getByRole("heading", { name: /^The judges · / }).waitFor();
      await page.getByText(/Judges: judge 1 .*, judge 2 .*, judge 3 /).waitFor();
      const { scores } = await getDebate(page, id);
      expect(scores?.panel?.map(({ judge }) => judge)).toEqual(["judge", "judge", "judge"]);
    });
  },
  { variables: { JUDGE_PANEL: "openai,claude,grok", STANDIN_TOKENS_PER_SECOND: "2000" } },
);
