import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { type BrowserHarness, describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout } from "./layout-problems.ts";
import { recordLayoutShifts } from "./layout-shifts.ts";
import {
  closeTranscript,
  findTurn,
  findVoteButton,
  getPathname,
  openShortDebate,
  playTurnsUpTo,
  pressNextTurn,
} from "./steps.ts";

/**
 * Records everything that the page receives, and its layout shifts that no user input has caused.
 */
const record = async (page: Page) => {
  const received: string[] = [];
  page.on("response", async (response) => {
    if (/\/api\/|\/debate\//.test(response.url()))
      received.push(await response.text().catch(() => ""));
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(payload.toString())),
  );
  const takeShifts = await recordLayoutShifts(page);
  await page.reload();
  return { received, takeShifts };
};

const RESULT_FIELDS = ["score", "ruling", "feedback", "quotes", "isJudged"];

/** Lists the results in a message: final scores, and judgements of turns after `lastOpenTurn`. */
const findResults = (message: string, lastOpenTurn: number): string[] => {
  const [json] = /(?<=^[\d-]*)[[{].*/s.exec(message) ?? [];
  const found: string[] = [];
  if (json === undefined) return found;
  JSON.parse(json, (key, value: unknown) => {
    const fields = Object(value) as Record<string, unknown>;
    if (key === "scores" && value !== null) found.push(JSON.stringify(value));
    if (Number(fields["turnNumber"]) > lastOpenTurn && RESULT_FIELDS.some((name) => fields[name]))
      found.push(JSON.stringify(value));
    return value;
  });
  return found;
};

/** Lists what the page shows or describes of the judgements of turns 3 and 4. */
const listShownResults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const values = [...document.querySelectorAll("*")].flatMap(({ attributes }) =>
      [...attributes].map(({ value }) => value),
    );
    const notes = [...document.querySelectorAll(":is(#turn-3, #turn-4) :is([role=note], mark)")];
    return [
      ...values.filter((value) =>
        /Turn [34], .* scored|(?:ChatGPT|Claude|Grok) on turn [34]/.test(value),
      ),
      ...notes.map(({ textContent }) => textContent).filter((text) => !text.startsWith("Sealed")),
    ];
  });

/**
 * Returns parts of the stored results that are hidden until the viewer has voted: those of the last
 * two turns, and the verdict.
 */
const findSecrets = async (site: BrowserHarness, page: Page, maxTurns: number) => {
  const id = Number(getPathname(page).split("/").at(-1));
  const [row] = await site.sql<{ words: string[]; speeches: string }>(
    `SELECT array_agg(ruling) || array_agg(feedback) ||
            (SELECT scores ->> 'reasoning' FROM debates WHERE id = $1) AS words,
            (SELECT string_agg(content, ' ') FROM turns WHERE debate_id = $1) AS speeches
       FROM turns WHERE debate_id = $1 AND turn_number > $2`,
    [id, maxTurns - 2],
  );
  const { words, speeches } = row ?? { words: [], speeches: "" };
  expect(words.length).toBeGreaterThan(0);
  // Takes a part of each text that contains no quoted speech and no character that HTML or JSON
  // escapes.
  return words.map((word) => {
    const part = word
      .split(/["'’“”&<>\n]/)
      .map((each) => each.trim().slice(0, 30))
      .find((each) => each.length > 10 && !speeches.includes(each));
    if (part === undefined) throw new Error(`only quotes: ${word}`);
    return part;
  });
};

const SEAL = { parts: "#verdict", mayScroll: true };

/** Whether the window shows the whole element without scrolling. */
const isInWindow = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const waitForDecision = (page: Page) => page.getByText(/ has decided$/).waitFor();
const secondsLeft = async (page: Page) =>
  Number((await page.getByRole("timer").innerText()).split(":")[1]);

describeInBrowser("the sealed verdict", (site) => {
  test("asks for the vote, keeps the results out of the page, and shows them step by step", async () => {
    const page = await openShortDebate(site(), 4);
    await closeTranscript(page);
    const { received, takeShifts } = await record(page);
    await playTurnsUpTo(page, 3);
    await pressNextTurn(page);
    await page.getByRole("heading", { name: "Who won?" }).waitFor();
    await waitForDecision(page);
    await page.getByRole("button", { name: "Pause the clock" }).click();
    const secrets = await findSecrets(site(), page, 4);
    const findSecret = (text: string) => secrets.filter((secret) => text.includes(secret));
    expect(findSecret(await page.content())).toEqual([]);
    expect(received.length).toBeGreaterThan(5);
    expect(received.flatMap(findSecret)).toEqual([]);
    expect(received.flatMap((message) => findResults(message, 2))).toEqual([]);
    expect(received.flatMap((message) => findResults(message, 1))).not.toEqual([]);
    expect(await listShownResults(page)).toEqual([]);
    const html = await (await page.request.get(page.url())).text();
    expect(findSecret(html)).toEqual([]);
    const moods = await page
      .locator("[data-mood]:visible")
      .evaluateAll((faces) => faces.map((face) => face.getAttribute("data-mood")));
    expect(new Set(moods)).toEqual(new Set(["calm"]));
    expect(await page.locator("#verdict a[aria-label^='Turn 4']").count()).toBe(0);

    const left = await secondsLeft(page);
    expect(left).toBeGreaterThan(0);
    await expectSoundLayout(page, "before the vote", SEAL);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await isInWindow(findVoteButton(page, "Against"))).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await secondsLeft(page)).toBe(left);

    await takeShifts();
    await findVoteButton(page, "Against").click();
    const headline = page.getByRole("heading", { name: /^You said Against\. The judge / });
    await headline.waitFor();
    await page.getByText(/^The turning point/).waitFor();
    await page.getByText("The audience · 1 vote").waitFor();
    expect(findSecret(await page.locator("#verdict").innerText())).toHaveLength(1);
    expect(await takeShifts()).toEqual([]);
    await expectSoundLayout(page, "after the last step", SEAL);
    await page.setViewportSize({ width: 844, height: 390 });
    expect(await isInWindow(page.locator("#verdict :has(> [data-face])").first())).toBe(true);
    await page.getByRole("button", { name: "Read the debate" }).click();
    await findTurn(page, 4).getByRole("note").getByText(/\/ 10/).waitFor();
  });

  test("has steps every 1.5 s or on press, the winner last, and shares with one press", async () => {
    const { page } = await site().user("/", { reducedMotion: "no-preference" });
    const answer = await page.request.post(`${site().stack.origin}/api/debates`, {
      headers: { origin: site().stack.origin },
      data: { topic: "Should libraries open at night?", maxTurns: 2, botBProvider: "claude" },
    });
    const { id } = (await answer.json()) as { id: number };
    await page.goto(`${site().stack.origin}/debate/${id}`);
    await closeTranscript(page);
    await pressNextTurn(page);
    await findTurn(page, 1).getByRole("note").waitFor({ state: "attached" });
    await pressNextTurn(page);
    await waitForDecision(page);
    const picture = page.waitForResponse((response) => response.url().endsWith(".png"));
    await findVoteButton(page, "For").click();
    await page.getByRole("button", { name: "Next" }).waitFor();
    const isShown = () =>
      Promise.all(
        [/^The turning point/, /^The audience/, /^The judge · /].map((name) =>
          page.getByRole("heading", { name }).isVisible(),
        ),
      );
    const seen = new Set<string>();
    const headline = page.getByRole("heading", { name: /^You said For\. The judge / });
    await waitUntil(async () => {
      const isOver = await headline.isVisible();
      seen.add(`${(await isShown()).filter(Boolean).length}${isOver ? " and the winner" : ""}`);
      return isOver;
    });
    expect([...seen].at(-1)).toBe("3 and the winner");
    expect([...seen].slice(0, -1).some((step) => step.includes("winner"))).toBe(false);
    expect(seen.size).toBeGreaterThan(2);
    await page.evaluate(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => {
          shared.push({ ...data, files: data.files?.map(({ type, size }) => [type, size > 1000]) });
        },
      });
    });
    await (await picture).finished();
    await page.getByRole("button", { name: "Share the verdict" }).click();
    expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
      {
        title: "Should libraries open at night?",
        text: expect.stringMatching(/^You said For\. The judge /),
        url: page.url(),
        files: [["image/png", true]],
      },
    ]);
  });

  test("is skipped when the time is over, which a hidden prompt does not lose", async () => {
    const page = await openShortDebate(site(), 2);
    await closeTranscript(page);
    await playTurnsUpTo(page, 1).catch(() => undefined);
    await pressNextTurn(page);
    await waitForDecision(page);
    await waitUntil(async () => (await secondsLeft(page)) < 19, { what: "the clock" });
    await page.getByRole("heading", { name: /^The judge (said|called)/ }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    const id = Number(getPathname(page).split("/").at(-1));
    expect(await site().sql("SELECT FROM skipped_votes WHERE debate_id = $1", [id])).toHaveLength(
      1,
    );
  });

  test("asks on the page of a debate that ended just now, and not 10 minutes later", async () => {
    const page = await openShortDebate(site(), 2);
    await playTurnsUpTo(page, 2);
    await waitForDecision(page);
    const { page: other } = await site().user(getPathname(page));
    await waitForDecision(other);
    expect(await other.getByRole("heading", { name: /wins$|^Draw$/ }).count()).toBe(0);
    const id = Number(getPathname(page).split("/").at(-1));
    await site().sql("UPDATE debates SET spoken_at = now() - interval '10 minutes' WHERE id = $1", [
      id,
    ]);
    await other.reload();
    await other.getByRole("heading", { name: /wins$|^Draw$/ }).waitFor();
    expect(await other.getByText(/has decided$/).count()).toBe(0);
  });
});
