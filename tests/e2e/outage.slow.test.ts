import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForHydratedButton, getPathname, waitForText } from "./steps.ts";

const OFFLINE_MESSAGE = "You are offline. Trying again…";
const OUTAGE_MESSAGE = "Can’t reach the server. Trying again…";

describeInBrowser("during an outage", (site) => {
  test("an offline page shows a message until the connection is back", async () => {
    // The socket may be connecting when the network is lost, which the browser logs.
    site().allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.context().setOffline(true);
    await waitForText(page, OFFLINE_MESSAGE);
    await page.context().setOffline(false);
    await page.getByText(OFFLINE_MESSAGE).waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("an offline link shows a message, and its page once the connection is back", async () => {
    site().allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.context().setOffline(true);
    await waitForText(page, OFFLINE_MESSAGE);
    await page.getByRole("link", { name: "1 credit" }).click();
    await page.getByText("Couldn’t load this page.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Buy credits" }).waitFor();
    expect(getPathname(page)).toBe("/credits");
  });

  test("a form that is submitted offline shows an error, even if its validation is not loaded", async () => {
    site().allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const { page } = await site().visitor("/info");
    const toaster = page.waitForResponse(/\/toaster-[^/]+\.js$/);
    await page.goto(`${site().stack.origin}/auth`);
    await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
    // The key is pressed outside of the form, because a key press in a form loads the code that
    // validates it.
    await page.keyboard.press("Shift");
    await toaster;
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Login failed").first().waitFor();
    const words = await page.getByRole("region", { name: /Notifications/ }).innerText();
    expect(words).toContain("Can’t reach the server. Check your connection and try again.");
  });

  test("a form keeps its input if its validation cannot be loaded", async () => {
    site().allowConsoleErrors(/status of 503|ERR_FAILED/);
    const { page } = await site().visitor("/auth");
    await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
    await page.route("**/zod-resolver*.js", (route) => route.abort());
    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    const readinessCheck = page.waitForResponse("**/readyz");
    await page.getByLabel("Username").fill("ada");
    await readinessCheck;
    await page.getByLabel("Password").fill("secret");
    expect(await page.getByLabel("Username").inputValue()).toBe("ada");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("a list that failed to load is shown once the server is back", async () => {
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    const unavailable = { status: 503, json: { message: "down", code: "out_of_service" } };
    await page.route("**/api/debates/public", (route) => route.fulfill(unavailable));
    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    await page.getByRole("tab", { name: "Popular Debates" }).click();
    await waitForText(page, OUTAGE_MESSAGE);
    await page.getByRole("alert").getByText("Failed to fetch popular debates").waitFor();
    await page.unrouteAll();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByText(OUTAGE_MESSAGE).waitFor({ state: "detached" });
    expect(await page.getByRole("tabpanel").innerText()).not.toContain("Failed");
    site().allowConsoleErrors(/status of 503/);
  });

  test("a page whose scripts failed to load reloads once they are available", async () => {
    const { page } = await site().user("/info");
    await page.route("**/static/*.js", (route) => route.abort());
    const pageError = page.waitForEvent("pageerror");
    await page.goto(`${site().stack.origin}/`);
    await pageError;
    await page.unrouteAll();
    await waitForHydratedButton(page, "Start Debate");
    expect(getPathname(page)).toBe("/");
    site().allowConsoleErrors(/dynamically imported module|ERR_FAILED/);
  });

  test("a page whose scripts were replaced by a deployment reloads at the new URL", async () => {
    const { page } = await site().visitor("/");
    let requestCount = 0;
    await page.route("**/about-page-*.js", (route) => {
      requestCount += 1;
      return requestCount === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "About" })
      .click();
    await page.getByRole("heading", { level: 1, name: "About Chatbot Debate" }).waitFor();
    await waitUntil(() => requestCount === 2, { what: "the script being requested again" });
    expect(new URL(page.url()).pathname).toBe("/info");
    site().allowConsoleErrors(/dynamically imported module/);
  });
});
