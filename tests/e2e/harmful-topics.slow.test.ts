import { Debate } from "#shared/contract/debates/debate.ts";
import { describeInBrowser, type BrowserUser } from "./browser-harness.ts";
import {
  waitForHydratedButton,
  downloadFromMenu,
  playTurnsUpTo,
  readDownload,
  voteForSideFor,
} from "./steps.ts";

/** Every kind of harmful content except excessive length. */
const HARMFUL_TOPIC = `<img src=x onerror="document.title='owned'"> & "quotes" $& هل هذا صحيح؟ 🎉 **bold**`;

const createDebate = async (
  { page }: BrowserUser,
  origin: string,
  topic: string,
): Promise<number> => {
  const answer = await page.request.post(`${origin}/api/debates`, {
    headers: { origin },
    data: { topic, maxTurns: 2, botBProvider: "claude" },
  });
  return Debate.parse(await answer.json()).id;
};

describeInBrowser("a harmful topic", (site) => {
  test.each([
    ["with markup, emoji and right-to-left text", HARMFUL_TOPIC],
    ["of 300 characters without a space", "W".repeat(300)],
  ])("%s breaks neither page, tags, picture nor transcript", async (_what, topic) => {
    const { origin } = site().stack;
    const owner = await site().user("/");
    const { page } = owner;
    const id = await createDebate(owner, origin, topic);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${origin}/debate/${id}`);
      await waitForHydratedButton(page, "Next Turn");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(topic);
      expect(await page.title()).toBe(`${topic} | Chatbot Debate`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBe(0);
    }
    const tag = page.locator('meta[property="og:title"]');
    expect(await tag.getAttribute("content")).toBe(topic);
    const picture = await page.request.get(`${origin}/debate/${id}/picture.png`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
    await playTurnsUpTo(page, 2);
    await voteForSideFor(page);
    expect(await readDownload(await downloadFromMenu(page, "Transcript as text"))).toContain(topic);
  });
});
