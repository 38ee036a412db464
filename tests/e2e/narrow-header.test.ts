import type { Page } from "playwright-core";
import { describeInBrowser } from "./browser-harness.ts";
import { expectSoundLayout, getWindowSizes } from "./layout-problems.ts";
import { openShortDebate } from "./steps.ts";

interface Box {
  name: string;
  left: number;
  right: number;
}

/** All visible parts of the header, from left to right. */
const partsOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(
      "header a > span:not(:has(> span)), header a > svg, header button",
    );
    const headerEnd = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    return (
      [...parts]
        .map((part) => ({ name: part.textContent.trim(), box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1)
        // Leaves out the demo chip, which is below the header's edge.
        .filter(({ box }) => box.bottom <= headerEnd)
        .map(({ name, box }) => ({ name, left: box.left, right: box.right }))
        .toSorted((a, b) => a.left - b.left)
    );
  });

const overlaps = (boxes: readonly Box[]): unknown[] =>
  boxes.slice(1).flatMap((box, index) => {
    const before = boxes[index];
    return before && box.left < before.right - 0.5 ? [[before, box]] : [];
  });

describeInBrowser("the top of the page", (site) => {
  test("of an admin with a long name ends with the page's column on wide screens", async () => {
    const { page, username } = await site().user("/", { viewport: { width: 1440, height: 900 } });
    await site().makeAdmin(username);
    await site().sql("UPDATE users SET username = $2 WHERE username = $1", [
      username,
      "maximiliane_of_the_long_name",
    ]);
    await page.reload();
    await page.getByRole("button", { name: "Admin" }).waitFor();
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflowPx = await page.locator("header > div").evaluate((column) => {
        const end = column.getBoundingClientRect().right;
        const { right } = [...column.children]
          .filter((child) => child.checkVisibility())
          .map((child) => child.getBoundingClientRect())
          .reduce((last, box) => (box.right > last.right ? box : last));
        return right - (end - parseFloat(getComputedStyle(column).paddingRight));
      });
      expect([width, Math.round(overflowPx)]).toEqual([width, 0]);
    }
  });

  test.each([320, 360, 379, 390])(
    "of a narrow phone shows VS between both robots without overlaps at a width of %i px",
    async (width) => {
      const { page, username } = await site().user("/info", { viewport: { width, height: 640 } });
      await site().sql(
        `INSERT INTO credit_ledger (user_id, delta, reason, reference)
         SELECT id, 998, 'admin', 'header-' || id FROM users WHERE username = $1`,
        [username],
      );
      await page.reload();
      await page.getByRole("link", { name: /^999/ }).waitFor();
      const boxes = await partsOf(page);
      expect(boxes.map(({ name }) => name).slice(0, 3)).toEqual(["", "VS", ""]);
      expect(await page.getByText("VS", { exact: true }).first().isVisible()).toBe(true);
      expect(overlaps(boxes)).toEqual([]);
      expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );

  test("is the bar of a running debate, which shows a topic of 60 characters whole, beside the demo chip", async () => {
    const topic = "Should every city ban private cars from its historic center?";
    const page = await openShortDebate(site(), 4, topic);
    const heading = page.getByRole("heading", { level: 1, name: topic });
    const chip = page.locator("[data-page-bar]").getByRole("button", { name: "Demo mode" });
    for (const viewport of getWindowSizes(390, 360, 844)) {
      await page.setViewportSize(viewport);
      await expectSoundLayout(page, "a long topic", {
        sizes: [viewport],
        parts: "[data-page-bar]",
      });
      expect(await chip.isVisible()).toBe(true);
      const hidden = await heading.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth - clientWidth + scrollHeight - clientHeight,
      );
      expect([viewport, hidden]).toEqual([viewport, 0]);
    }
  });

  test("of a phone shows the demo chip once on the page of a running debate, in the debate's bar", async () => {
    const page = await openShortDebate(site(), 4);
    await page.setViewportSize({ width: 390, height: 844 });
    const chips = page.getByRole("button", { name: /^Demo/ });
    expect(await chips.count()).toBe(1);
    expect(await page.getByRole("region", { name: "Scoreboard" }).locator(chips).count()).toBe(1);
  });
});
