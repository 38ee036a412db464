import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  openPaymentWindow,
  findPack,
  findPayButton,
  waitForHydratedButton,
  waitForText,
  startDebateWithForm,
} from "./steps.ts";

const pressButton = (popup: Page, name: string): Promise<void> =>
  popup.getByRole("button", { name }).click();

const waitForBalance = (page: Page, credits: string): Promise<void> =>
  page.getByLabel("Your balance").getByText(credits, { exact: true }).waitFor();

const listPurchases = (page: Page): Promise<string[]> =>
  page.getByRole("table", { name: "Purchases" }).locator("tbody tr").allInnerTexts();

describeInBrowser("a purchase of credits", (site) => {
  test("adds five credits at once on all pages, which pay for five debates", async () => {
    const { page } = await site().user("/");
    const other = await page.context().newPage();
    await other.goto(site().stack.origin);
    await waitForHydratedButton(other, "Start Debate");
    await page.getByRole("link", { name: "1 credit" }).click();
    await waitForBalance(page, "1 credit");
    await page.getByText("You haven't bought any credits yet.").waitFor();

    const popup = await openPaymentWindow(page, 5);
    expect(await popup.innerText("body")).toContain("No real money is charged");
    await pressButton(popup, "Pay now");
    await waitForText(page, "Purchase successful");
    await waitForText(page, "Your credits have been added to your account.");
    await waitForBalance(page, "6 credits");
    await page.getByRole("link", { name: "6 credits" }).waitFor();
    await other.getByRole("link", { name: "6 credits" }).waitFor();
    await waitUntil(async () => /5\s+\$5\.99\s+Completed/.test((await listPurchases(page)).join()));
    expect(await findPayButton(page).count()).toBe(0);

    await startDebateWithForm(other);
    const { origin } = site().stack;
    const data = { topic: "Should libraries open at night?" };
    for (let debates = 1; debates < 5; debates++)
      expect(
        (await other.request.post(`${origin}/api/debates`, { headers: { origin }, data })).status(),
      ).toBe(201);
    await waitForBalance(page, "1 credit");
  });

  test("that is cancelled costs nothing, and the order can be paid later or dismissed", async () => {
    const { page } = await site().user("/credits");
    await pressButton(await openPaymentWindow(page, 2), "Cancel and return");
    await waitForText(page, "Payment cancelled");
    await waitForText(page, "You have cancelled the payment process.");
    expect(await findPack(page, 2).isChecked()).toBe(false);
    await waitUntil(() => findPack(page, 2).evaluate((radio) => radio === document.activeElement));
    const toast = page.getByRole("listitem").filter({ hasText: "Payment cancelled" });
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await toast.waitFor({ state: "detached" });
    await waitUntil(async () => /2\s+\$2\.99\s+Cancelled/.test((await listPurchases(page)).join()));
    await (await openPaymentWindow(page, 10)).close();
    await waitForText(page, "Payment cancelled");
    await waitForBalance(page, "1 credit");

    // Two orders are open: one is dismissed, the other is paid.
    const line = (price: string) => page.getByRole("row").filter({ hasText: price });
    await line("$9.99").getByRole("button", { name: "Dismiss" }).click();
    await line("$9.99").waitFor({ state: "detached" });
    await line("$2.99").getByRole("button", { name: "Resume payment" }).click();
    expect(await findPack(page, 2).isChecked()).toBe(true);
    const [popup] = await Promise.all([page.waitForEvent("popup"), findPayButton(page).click()]);
    await pressButton(popup, "Pay now");
    await waitForText(page, "Purchase successful");
    await waitForBalance(page, "3 credits");
    await waitUntil(async () =>
      /2\s+\$2\.99\s+Completed$/.test((await listPurchases(page)).join()),
    );
    expect(await listPurchases(page)).toHaveLength(1);
  });

  test("scrolls to the payment buttons on a small screen", async () => {
    const { page } = await site().user("/credits", { viewport: { width: 390, height: 844 } });
    await findPack(page, 10).click();
    await findPayButton(page).waitFor();
    const isInView = () =>
      findPayButton(page).evaluate((pay) => pay.getBoundingClientRect().bottom < innerHeight);
    await waitUntil(isInView);
  });

  test("continues in the same window with another card after a declined one", async () => {
    site().allowConsoleErrors(/status of 422/);
    const { page } = await site().user("/credits");
    const popup = await openPaymentWindow(page, 10);
    await pressButton(popup, "Pay with a card that is declined");
    await waitForText(page, "PayPal Error");
    await page.getByText(/^The instrument presented was either declined/).waitFor();
    await popup.getByText("That card was declined. Choose another way to pay.").waitFor();
    await waitUntil(async () => /10\s+\$9\.99\s+Pending/.test((await listPurchases(page)).join()));
    await pressButton(popup, "Pay now");
    await waitForText(page, "Purchase successful");
    await waitForBalance(page, "11 credits");
    const orders = await site().stack.fakes.paypal.orders();
    expect(orders.flatMap(listCaptures).length).toBeGreaterThan(0);
  });

  test("is credited although the page cannot capture the approved order", async () => {
    const { page } = await site().user("/credits", {
      locale: "de-DE",
    });
    const popup = await openPaymentWindow(page, 2);
    const other = await page.context().newPage();
    await other.goto(`${site().stack.origin}/credits`);
    await page.route("**/api/credits/capture", (route) => route.abort());
    site().allowConsoleErrors(/ERR_FAILED/);
    await pressButton(popup, "Pay now");
    await waitForBalance(other, "3 credits");
    await waitUntil(async () => /Completed/.test((await listPurchases(other)).join()));
    // Dates are written in the browser's language.
    expect((await listPurchases(other)).join()).toMatch(/\d\d\.\d\d\.20\d\d/);
  });

  test("shows the support address when the result of a payment is unknown", async () => {
    site().allowConsoleErrors(/status of 503/);
    const { page } = await site().user("/credits");
    const popup = await openPaymentWindow(page, 2);
    await site().stack.fakes.paypal.fault(
      { at: "webhook", effect: "lose", times: 2 },
      { at: "read", effect: "status", times: 2 },
    );
    await pressButton(popup, "Pay now");
    await waitForText(
      page,
      "Failed to process payment. Please contact support if your account was charged.",
    );
    const address = page.getByRole("listitem").getByRole("link", { name: /@/ });
    expect(await address.getAttribute("href")).toMatch(/^mailto:[^?]+@/);
    expect(await address.evaluate((link) => getComputedStyle(link).userSelect)).toBe("text");
    await page.getByText("Problem with a payment? Contact support:").getByRole("link").waitFor();
    await waitUntil(async () => /Pending/.test((await listPurchases(page)).join()));
  });

  test("stays pending when the page is left, and can be resumed or dismissed", async () => {
    const { page } = await site().user("/credits");
    for (const credits of [2, 10]) {
      const popup = await openPaymentWindow(page, credits);
      // Reloads without cancelling, so the server does not learn that the buyer left.
      await page.reload();
      await popup.close();
    }
    const row = (price: string) => page.getByRole("row").filter({ hasText: price });
    await row("$9.99").getByText("Pending").waitFor();
    await row("$9.99").getByRole("button", { name: "Dismiss" }).click();
    await row("$9.99").waitFor({ state: "detached" });
    await row("$2.99").getByRole("button", { name: "Resume payment" }).click();
    const [popup] = await Promise.all([page.waitForEvent("popup"), findPayButton(page).click()]);
    await pressButton(popup, "Pay now");
    await waitForText(page, "Purchase successful");
    await waitForBalance(page, "3 credits");
    expect(await listPurchases(page)).toHaveLength(1);
  });

  test("from the form of a debate leads back to the typed topic", async () => {
    const { page } = await site().user("/");
    const { origin } = site().stack;
    const data = { topic: "Should libraries open at night?" };
    await page.request.post(`${origin}/api/debates`, { headers: { origin }, data });
    await page.reload();
    await page.getByRole("main").getByText("You need at least 1 credit").waitFor();
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Topic").fill("Should cats vote?");
    await page.getByRole("link", { name: "Get credits" }).click();
    await waitForBalance(page, "0 credits");
    await pressButton(await openPaymentWindow(page, 2), "Pay now");
    await waitForBalance(page, "2 credits");
    await page.getByRole("link", { name: "Back to your debate" }).click();
    await waitForHydratedButton(page, "Start Debate");
    await waitUntil(
      async () => (await page.getByLabel("Topic").inputValue()) === "Should cats vote?",
    );
  });

  test("shows an error when no order can be created", async () => {
    site().allowConsoleErrors(/status of 503/);
    const { page } = await site().user("/credits");
    await site().stack.fakes.paypal.fault({ at: "create", effect: "status", times: 2 });
    await findPack(page, 2).click();
    await findPayButton(page).click();
    await page.getByText("Failed to create order").first().waitFor();
    expect(await page.getByText("Failed to create order", { exact: true }).count()).toBe(1);
    expect(await findPack(page, 2).isChecked()).toBe(false);
  });

  test("shows an error when PayPal's script fails to load, and works after a retry", async () => {
    site().allowConsoleErrors(/ERR_FAILED|Failed to load the PayPal JS SDK/);
    const { page } = await site().user("/");
    await page.route("**/sdk/js**", (route) => route.abort());
    await page.getByRole("link", { name: "1 credit" }).click();
    await page
      .getByText("Failed to load payment system. Please try again later.")
      .first()
      .waitFor();
    await page.unroute("**/sdk/js**");
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForText(page, "Choose a pack to continue.");
    await pressButton(await openPaymentWindow(page, 2), "Pay now");
    await waitForText(page, "Purchase successful");
    await waitUntil(async () => /Completed/.test((await listPurchases(page)).join()));
  });

  test("loads PayPal's script only on the credits page, which requires a sign-in", async () => {
    const { page } = await site().user("/");
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await page.reload();
    await waitForHydratedButton(page, "Start Debate");
    expect(scripts.filter((url) => url.includes("/sdk/js"))).toEqual([]);
    const { page: visitorPage } = await site().visitor("/credits");
    await visitorPage.waitForURL(/\/auth\?tab=login&next=%2Fcredits$/);
  });
});
