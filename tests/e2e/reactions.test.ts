import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { findTurn, getPathname, openShortDebate, pressNextTurn, waitForScore } from "./steps.ts";

const findForButton = (page: Page) => page.getByRole("button", { name: /^Good point, For/ });

/**
 * Presses the button of the sentence that is shown. Returns how long it takes to look pressed, in
 * ms. An observer sees also a press that is taken back before the next frame is drawn, which
 * happens on a slow machine when the request fails.
 */
const press = async (page: Page): Promise<number> => {
  const selector = "[data-area=react] button:not([aria-disabled=true])";
  await page.locator(selector, { hasText: "Good point" }).waitFor();
  return page
    .locator(selector)
    .first()
    .evaluate(
      (button: HTMLButtonElement) =>
        new Promise<number>((resolve) => {
          const startedAt = performance.now();
          new MutationObserver(() => {
            if (button.getAttribute("aria-pressed") === "true")
              resolve(performance.now() - startedAt);
          }).observe(button, { attributeFilter: ["aria-pressed"] });
          button.click();
        }),
    );
};

const listBoxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-area=react] > *")].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    }),
  );

describeInBrowser("reactions to sentences", (site) => {
  test("reach the other viewers who have reacted, and nobody else", async () => {
    const page = await openShortDebate(site(), 4);
    const { page: member } = await site().user(getPathname(page));
    const { page: onlooker } = await site().user(getPathname(page));
    await pressNextTurn(page);
    for (const each of [page, member]) expect(await press(each)).toBeLessThan(1000);
    await waitForScore(page, 1);
    await pressNextTurn(page);
    await waitForScore(page, 2);
    const audience = (each: Page) => each.getByRole("img", { name: /^Audience: For, 100%/ });
    for (const each of [page, member]) await audience(each).waitFor();
    await waitForScore(onlooker, 2);
    expect(await onlooker.getByRole("img", { name: /^Audience/ }).count()).toBe(0);
    // A reloaded page shows the audience's preference at once.
    await member.reload();
    await audience(member).waitFor();
  });

  test("keep the buttons at their place from the first turn to the ruling", async () => {
    const page = await openShortDebate(site(), 4);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(viewport);
      for (const [, , width = 0, height = 0] of await listBoxes(page))
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    // The new layout appears one frame after the size of the window has changed.
    await waitUntil(async () => (await listBoxes(page))[0]?.[0] === 8);
    const before = await listBoxes(page);
    await pressNextTurn(page);
    await press(page);
    expect(await listBoxes(page)).toEqual(before);
    await waitForScore(page, 1);
    expect(await listBoxes(page)).toEqual(before);
  });

  test("mark the sentence with the most in the transcript", async () => {
    const page = await openShortDebate(site(), 4);
    const { page: member } = await site().user(getPathname(page));
    await pressNextTurn(page);
    await waitForScore(page, 1);
    const [turn] = await site().sql<{ id: number }>("SELECT max(id) AS id FROM turns");
    const { origin } = site().stack;
    for (const { request } of [page, member])
      await request.post(`${origin}/api/turns/${turn?.id}/reactions`, {
        headers: { origin },
        data: { sentence: 1 },
      });
    await page.reload();
    await findTurn(page, 1).getByText("2 good points").waitFor();
  });

  test("explain a failure while the connection is lost, and can then be repeated", async () => {
    site().allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
    const page = await openShortDebate(site(), 4);
    await pressNextTurn(page);
    await page.route("**/api/turns/*/reactions", (route) => route.abort("failed"));
    await press(page);
    await page.getByText("Can’t reach the server").first().waitFor();
    await waitUntil(
      async () => (await findForButton(page).getAttribute("aria-pressed")) === "false",
    );
  });

  test("ask visitors to sign in", async () => {
    const page = await openShortDebate(site(), 4);
    const { page: visitor } = await site().visitor(getPathname(page));
    const link = visitor.getByRole("link", { name: "Sign in to react" });
    expect(await link.getAttribute("href")).toMatch(/^\/auth\?.*debate/);
    expect(await visitor.getByRole("button", { name: /Good point/ }).count()).toBe(0);
  });
});
