import type { Page } from "playwright-core";
import { TOAST_MS } from "#web/lib/toast.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { getWindowSizes } from "./layout-problems.ts";
import {
  findVoteButton,
  openPaymentWindow,
  openShortDebate,
  playTurnsUpTo,
  startDebateWithForm,
} from "./steps.ts";

const SIZES = getWindowSizes(1440, 768, 390, 844);

/** For this many frames (250 ms), a toast may cover a control that a loading page has moved. */
const MOVING_FRAMES = 15;

/** What a page showed of a toast, frame by frame. */
interface ToastObservation {
  shownMs: number;
  /** Controls that the toast covered in more than `MOVING_FRAMES` frames. */
  covered: string[];
}

/**
 * Runs in the page. Records when each toast becomes visible and is removed, and which controls it
 * covers in each frame.
 */
const watchToasts = () => {
  const seen: Record<string, { first: number; last: number; covered: Record<string, number> }> = {};
  Object.assign(window, { seenToasts: seen });
  const findToast = () => {
    const toast = document.querySelector("ol > li:has([aria-label=Dismiss])");
    if (!toast?.checkVisibility({ visibilityProperty: true })) return null;
    const title = toast.querySelector("[data-title]")?.textContent ?? "";
    const now = performance.now();
    return { toast, title, entry: (seen[title] ??= { first: now, last: now, covered: {} }) };
  };
  let shown: { last: number } | null = null;
  const recordTimes = () => {
    const entry = findToast()?.entry ?? null;
    for (const each of [shown, entry]) if (each) each.last = performance.now();
    shown = entry;
  };
  // Times are measured by mutations, because a busy machine may paint the first frame late.
  new MutationObserver(recordTimes).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ["style"],
  });
  const count = (frames: Record<string, number>, control: string) => {
    frames[control] = (frames[control] ?? 0) + 1;
  };
  const recordFrame = () => {
    // A toast can become visible without a mutation, so times are recorded here, too.
    recordTimes();
    const found = findToast();
    if (found) {
      const { toast, entry } = found;
      const box = toast.getBoundingClientRect();
      for (const control of document.querySelectorAll(
        "a, button, input, textarea, select, summary, label, [data-dock] > *",
      )) {
        const other = control.getBoundingClientRect();
        const isCovered =
          other.width > 1 &&
          other.height > 1 &&
          other.left < box.right &&
          other.right > box.left &&
          other.top < box.bottom &&
          other.bottom > box.top;
        if (
          isCovered &&
          !toast.contains(control) &&
          control.checkVisibility({ visibilityProperty: true })
        )
          count(entry.covered, `${location.pathname}: ${control.outerHTML.slice(0, 160)}`);
      }
    }
  };
  // Runs after each paint, because code before the paint may still move the toast.
  const afterPaint = () => {
    setTimeout(recordFrame);
    requestAnimationFrame(afterPaint);
  };
  requestAnimationFrame(afterPaint);
};

const toastSelector = (title: string) => `ol > li:has-text("${title}"):has([aria-label=Dismiss])`;

/** Waits until the toast has been shown and removed. */
const waitForToastEnd = async (page: Page, title: string): Promise<ToastObservation> => {
  await page.locator(toastSelector(title)).waitFor();
  await page.locator(toastSelector(title)).waitFor({ state: "detached" });
  const { first, last, covered } = await page.evaluate((name) => {
    const { seenToasts } = window as unknown as {
      seenToasts: Record<string, { first: number; last: number; covered: Record<string, number> }>;
    };
    return seenToasts[name] ?? { first: 0, last: 0, covered: {} };
  }, title);
  const coveredLong = Object.entries(covered).filter(([, frames]) => frames > MOVING_FRAMES);
  return { shownMs: last - first, covered: coveredLong.map(([control]) => control) };
};

const expectShownAndClear = (title: string, { shownMs, covered }: ToastObservation): void => {
  expect([title, covered]).toEqual([title, []]);
  // Compares numbers, so that the message of a failure contains how long the toast was shown.
  expect([title, Math.min(shownMs, TOAST_MS - 200)]).toEqual([title, TOAST_MS - 200]);
};

const logOut = async (page: Page) => {
  await page
    .getByRole("button", { name: /^(Menu|person-|toasts-)/ })
    .locator("visible=true")
    .click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
};

const submitForm = async (page: Page, username: string) => {
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.getByLabel("Username").fill(username);
  const email = page.getByLabel("Email");
  if (await email.isVisible()) await email.fill(`${username}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("secret1");
  await page.locator("form button[type=submit]").click();
};

describeInBrowser("a toast that is shown after a navigation", (site) => {
  test.each(SIZES)(
    "stays 5000 ms and covers no control at %j",
    async (viewport) => {
      const { page } = await site().visitor("/auth?tab=register", { viewport });
      await page.evaluate(watchToasts);
      const seen: Record<string, ToastObservation> = {};
      const recordFrame = async (title: string) => {
        seen[title] = await waitForToastEnd(page, title);
      };
      const username = `toasts-${viewport.width}`;
      await submitForm(page, username);
      await recordFrame("Welcome!");
      await startDebateWithForm(page);
      await recordFrame("Debate created");
      await page.getByRole("button", { name: "More" }).last().click();
      await page.getByRole("button", { name: "Delete", exact: true }).last().click();
      await page.getByRole("button", { name: "Delete debate" }).click();
      await page.waitForURL(/\/$/);
      await recordFrame("Success");
      await logOut(page);
      await recordFrame("Goodbye!");
      await page.getByRole("link", { name: "Login" }).locator("visible=true").first().click();
      await submitForm(page, username);
      await recordFrame("Welcome back!");
      expect(Object.keys(seen)).toHaveLength(5);
      for (const [title, observation] of Object.entries(seen))
        expectShownAndClear(title, observation);
    },
    180_000,
  );
});

describeInBrowser("a toast that is shown without a navigation", (site) => {
  test.each(SIZES)(
    "stays 5000 ms and covers no control at %j",
    async (viewport) => {
      const { page } = await site().user("/credits", { viewport });
      await page.evaluate(watchToasts);
      const payment = await openPaymentWindow(page, 2);
      await payment.getByRole("button", { name: "Pay now" }).click();
      expectShownAndClear(
        "Purchase successful",
        await waitForToastEnd(page, "Purchase successful"),
      );
      const debate = await openShortDebate(site(), 2);
      await debate.setViewportSize(viewport);
      await debate.evaluate(watchToasts);
      await playTurnsUpTo(debate, 2);
      await findVoteButton(debate, "For").click();
      expectShownAndClear("Vote recorded", await waitForToastEnd(debate, "Vote recorded"));
    },
    180_000,
  );
});
