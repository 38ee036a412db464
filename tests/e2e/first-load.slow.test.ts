import type { Page } from "playwright-core";
import type { Role } from "#shared/domain/debates/side.ts";
import { waitUntil } from "../harness.ts";
import {
  createDebateWith,
  fetchTurns,
  registerUser,
  requestNextTurn,
} from "../helpers/api-client.ts";
import { SCRIPT_BUDGET_KB, measureScriptKilobytes } from "./script-size.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  openShortDebate,
  getPathname,
  playTurnsUpTo,
  startDebateWithForm,
  TOPIC,
  findTurn,
} from "./steps.ts";

/**
 * Delays the tab's script requests from now on until `release` is called. `requested` resolves at
 * the first such request.
 */
const holdScripts = async (page: Page, pattern = "**/*.js") => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requested = page.waitForRequest(pattern, { timeout: 0 });
  await page.route(pattern, (route) => released.then(() => route.continue()));
  return { requested, release };
};

/**
 * Runs in the browser. Counts in `window.removals` how often an element with this text is removed.
 */
const countRemovals = (text: string) => {
  const counter = Object.assign(window, { removals: 0 });
  new MutationObserver((mutations) => {
    for (const { removedNodes } of mutations)
      for (const node of removedNodes) if (node.textContent?.includes(text)) counter.removals += 1;
  }).observe(document, { childList: true, subtree: true });
};

const NOTE = "This debate has not started.";

describeInBrowser("the first load", (site) => {
  test(`of a page is at most ${SCRIPT_BUDGET_KB} KB of JavaScript`, async () => {
    const { id } = await createDebateWith(await registerUser(site().stack.origin));
    const pages = [
      await site().user("/"),
      await site().user(`/debate/${id}`),
      await site().visitor("/"),
      await site().visitor(`/debate/${id}`),
      await site().visitor("/debates/public"),
      await site().visitor("/assets"),
    ];
    for (const { page } of pages)
      expect(await measureScriptKilobytes(page)).toBeLessThanOrEqual(SCRIPT_BUDGET_KB);
  });

  test("of a debate adds no styles to those of the server", async () => {
    const { id } = await createDebateWith(await registerUser(site().stack.origin));
    for (const { page } of [
      await site().visitor(`/debate/${id}`),
      await site().user(`/debate/${id}`),
    ]) {
      await page.getByText("1 watching").or(page.getByText("2 watching")).first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.locator("style[data-emotion]").count()).toBe(0);
    }
  });

  test("of a running debate has its layout before the page's scripts run", async () => {
    const debate = await createDebateWith(await registerUser(site().stack.origin));
    const { page } = await site().visitor("/", { viewport: { width: 412, height: 823 } });
    await page.evaluate(() => localStorage.setItem("transcript", "closed"));
    await page.goto("about:blank");
    const { release } = await holdScripts(page);
    await page.goto(`${site().stack.origin}/debate/${debate.id}`, { waitUntil: "commit" });
    const footer = page.locator("footer");
    await footer.waitFor();
    const listBoxes = () =>
      Promise.all([footer, page.locator("[data-scene]")].map((part) => part.boundingBox()));
    const before = await listBoxes();
    release();
    await page.getByText("1 watching").first().waitFor();
    expect(await listBoxes()).toEqual(before);
  });

  test("of a debate keeps what the server wrote while the code of its parts is loading", async () => {
    const { page: owner } = await site().user("/");
    await startDebateWithForm(owner);
    const path = getPathname(owner);
    const { page } = await site().visitor("/");
    const part = await holdScripts(page, "**/unstarted-note-*.js");
    await page.addInitScript(countRemovals, NOTE);
    await page.goto(site().stack.origin + path, { waitUntil: "commit" });
    await part.requested;
    await page.locator("#speeches").getByText(NOTE).waitFor({ state: "attached" });
    // The arrival of a second viewer makes React update the first viewer's page, if it is hydrated.
    const { page: second } = await site().visitor(path);
    await second
      .getByText(/^[23] watching$/)
      .first()
      .waitFor();
    part.release();
    await page.getByText("3 watching").first().waitFor();
    expect(await page.evaluate("window.removals")).toBe(0);
  });

  test("of a running debate shows its caption at once, and lets later captions fade in", async () => {
    const client = await registerUser(site().stack.origin);
    const { id } = await createDebateWith(client);
    await requestNextTurn(client, id);
    await waitUntil(async () => (await fetchTurns(client, id))[0]?.status === "complete");
    const { page } = await site().visitor(`/debate/${id}`, { reducedMotion: "no-preference" });
    const readAnimation = async (role: Role): Promise<string> => {
      const caption = page.locator(`[data-caption=${role}] > p`).last();
      return caption.evaluate((element) => getComputedStyle(element).animationName);
    };
    await page.getByText("1 watching").first().waitFor();
    expect(await readAnimation("bot_a")).toBe("none");
    await requestNextTurn(client, id);
    expect(await readAnimation("bot_b")).toMatch(/^rise/);
  });

  test("shows the page before scripts run, in the chosen theme", async () => {
    const { page } = await site().visitor("/", { javaScriptEnabled: false });
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    const html = await (await page.request.get(page.url())).text();
    expect(html).not.toMatch(/<script[^>]* src=|<link[^>]* rel="modulepreload"/);
    const { page: light } = await site().visitor("/");
    await light.evaluate(() => localStorage.setItem("theme", "light"));
    // Leaves the previous page, which stops its requests.
    await light.goto("about:blank");
    await light.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript" }));
    await light.goto(site().stack.origin);
    expect(await light.locator("html").getAttribute("data-theme")).toBe("light");
  });

  /** Opens a debate whose first turn has this text. */
  const openWithSpeech = async (text: string) => {
    const page = await openShortDebate(site(), 2);
    await playTurnsUpTo(page, 1);
    const debateId = Number(getPathname(page).split("/").at(-1));
    await site().sql("UPDATE turns SET content = $2 WHERE debate_id = $1", [debateId, text]);
    await page.reload();
    return page;
  };

  test("shows a speech with Markdown as it looks after hydration", async () => {
    const page = await openWithSpeech("We say *this* is [it](https://it.example), and mean it.");
    const { page: visitorPage } = await site().visitor(getPathname(page), {
      javaScriptEnabled: false,
    });
    const words = findTurn(visitorPage, 1).locator("[data-speech]");
    expect(await words.getByRole("link").count()).toBe(0);
    expect(await words.innerText()).toContain("We say this is it, and mean it.");
    // The code that renders Markdown arrives after the page.
    const hydrated = findTurn(page, 1).locator("[data-speech]");
    await hydrated
      .filter({ hasText: "We say this is it, and mean it." })
      .waitFor({ state: "attached" });
    expect(await words.innerText()).toBe(await hydrated.innerText());
  });

  test("requests the italic font only after hydration", async () => {
    const page = await openWithSpeech("We say *this* is it, and mean it.");
    const { page: visitorPage } = await site().visitor(getPathname(page));
    const html = await (await visitorPage.request.get(visitorPage.url())).text();
    expect(html).toContain("<em>this</em>");
    expect(html).not.toMatch(/@font-face{[^}]*italic/);
    await visitorPage.waitForFunction(() =>
      [...document.fonts].some(
        ({ family, style, status }) =>
          family === "Inter" && style === "italic" && status === "loaded",
      ),
    );
  });

  test.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])("shows the whole form with its button on a screen of $width by $height", async (viewport) => {
    const { page } = await site().user("/", { viewport });
    const expectInView = async (role: "button" | "link", name: RegExp) => {
      const box = await page.getByRole(role, { name }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    };
    await expectInView("button", /^Start Debate/);
    const setBreakerOpenUntil = (until: string) =>
      site().sql(`UPDATE provider_health SET open_until = ${until} WHERE provider = 'openai'`);
    const getTopicBox = () => page.getByLabel("Topic").boundingBox();
    const before = await getTopicBox();
    await setBreakerOpenUntil("now() + interval '1 hour'");
    await page.getByText("ChatGPT is not answering").waitFor();
    await expectInView("button", /^Start Debate/);
    expect(await getTopicBox()).toEqual(before);
    await setBreakerOpenUntil("NULL");
    const { origin } = site().stack;
    await page.request.post(`${origin}/api/debates`, {
      headers: { origin },
      data: { topic: TOPIC },
    });
    await page.getByRole("main").getByText("You need at least 1 credit").waitFor();
    await expectInView("link", /^Get credits/);
  });

  test("handles a click from before hydration once scripts have run", async () => {
    const { page } = await site().visitor("/");
    const { release } = await holdScripts(page);
    await page.goto(`${site().stack.origin}/assets`, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    release();
    await page.locator("html[data-theme=light]").waitFor();
  });

  test("keeps a text that is typed before hydration, and searches for it", async () => {
    const { page } = await site().visitor("/");
    const { release } = await holdScripts(page);
    await page.goto(`${site().stack.origin}/debates/public`, { waitUntil: "commit" });
    const entry = page.getByRole("searchbox");
    await entry.fill("libraries");
    release();
    await page.waitForURL(/q=libraries/);
    expect(await entry.inputValue()).toBe("libraries");
  });
});
