import { toPlainText } from "#shared/domain/text/plain-text.ts";
import type { Page } from "playwright-core";
import { ApiClient, createDebateWith, fetchTurns, registerUser } from "../helpers/api-client.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { VISITOR_PAGES } from "./axe.ts";
import {
  findTurn,
  getTurnText,
  playDebateWithBallot,
  pressNextTurn,
  startDebateWithForm,
  TOPIC,
  waitForFinishedTurn,
  waitForHydratedButton,
} from "./steps.ts";

type Method = "replace" | "insert" | "wrap";

/**
 * Replaces each text node, also those added later, as browsers' translators do. The texts stay the
 * same. If `isLate`, this starts after hydration.
 */
const translate = (page: Page, method: Method, isLate: boolean): Promise<unknown> =>
  page.addInitScript(
    ([how, waits]) => {
      const translateText = (text: Text) => {
        const parent = text.parentElement;
        if (!parent || !text.data.trim() || parent.closest("font, script, style, textarea, title"))
          return;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        outer.append(inner);
        if (how !== "wrap") inner.textContent = text.data;
        if (how === "insert") {
          parent.insertBefore(outer, text);
          text.remove();
        } else parent.replaceChild(outer, text);
        if (how === "wrap") inner.append(text);
      };
      const translateAll = (node: Node) => {
        if (node instanceof Text) translateText(node);
        else for (const child of Array.from(node.childNodes)) translateAll(child);
      };
      const start = () => {
        translateAll(document);
        new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) translateAll(node);
        }).observe(document, { childList: true, subtree: true });
      };
      if (waits) addEventListener("hydrated", start, { once: true });
      else start();
    },
    [method, isLate] as const,
  );

const isBroken = async (page: Page): Promise<boolean> =>
  (await page.getByText("Something went wrong.").count()) > 0;

describeInBrowser("a page that the browser translates", (site) => {
  test.each<[Method, boolean]>([
    ["replace", true],
    ["insert", true],
    ["wrap", true],
    ["replace", false],
  ])("shows the form and all live words (%s, late: %s)", async (method, isLate) => {
    const { page } = await site().user("/");
    await translate(page, method, isLate);
    await page.reload();
    await waitForHydratedButton(page, "Start Debate");
    await page.locator("font").first().waitFor({ state: "attached" });
    const topic = page.getByLabel("Topic");
    await topic.pressSequentially(TOPIC);
    await topic.clear();
    await topic.pressSequentially(TOPIC);
    expect(await topic.inputValue()).toBe(TOPIC);
    await startDebateWithForm(page);
    await waitForHydratedButton(page, "Next Turn");
    for (const turn of [1, 2]) {
      await pressNextTurn(page);
      await findTurn(page, turn).waitFor();
      await waitForFinishedTurn(page, turn);
      await findTurn(page, turn).getByRole("note").waitFor();
    }
    const debateId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
    const turns = await fetchTurns(new ApiClient(site().stack.origin), debateId);
    expect(turns).toHaveLength(2);
    const splitWords = (text: string | null) => (text ?? "").split(/\s+/);
    for (const { turnNumber, content } of turns)
      expect(splitWords(await getTurnText(page, turnNumber))).toEqual(
        splitWords(toPlainText(content)),
      );
    expect(await isBroken(page)).toBe(false);
  });

  test.each<[Method, boolean]>([
    ["replace", true],
    ["insert", true],
    ["replace", false],
  ])("asks before a debate and shows its verdict (%s, late: %s)", async (method, isLate) => {
    const page = await playDebateWithBallot(site(), (opened) => translate(opened, method, isLate));
    await page.locator("font").first().waitFor({ state: "attached" });
    expect(await isBroken(page)).toBe(false);
  });

  test.each([true, false])("opens and is left for another (late: %s)", async (isLate) => {
    const { page, username } = await site().user("/");
    await site().makeAdmin(username, "superadmin");
    const { id } = await createDebateWith(await registerUser(site().stack.origin));
    await translate(page, "replace", isLate);
    for (const path of [
      "/credits",
      "/account",
      "/admin",
      "/operations",
      `/debate/${id}`,
      ...VISITOR_PAGES,
    ]) {
      await page.goto(site().stack.origin + path);
      await page.locator("font").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      expect([path, await isBroken(page)]).toEqual([path, false]);
      await page.getByRole("link", { name: "Live", exact: true }).first().click();
      await page.waitForURL(/\/live$/);
      expect([path, await isBroken(page)]).toEqual([path, false]);
    }
  });
});
