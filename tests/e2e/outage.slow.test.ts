import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForHydratedButton, getPathname, waitForText } from "./steps.ts";

const OFFLINE = "You are offline. Trying again…";
const DOWN = "The server is out of reach. Trying again…";

describeInBrowser("when something is missing", (site) => {
  test("a page without a connection says so, and goes on by itself when it is back", async () => {
    // The socket may be about to connect just then, which the browser reports.
    site().forgive(/ERR_INTERNET_DISCONNECTED/);
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.context().setOffline(true);
    await waitForText(page, OFFLINE);
    await page.context().setOffline(false);
    await page.getByText(OFFLINE).waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a link that would leave the page stays within it, and its page comes when it can", async () => {
    site().forgive(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    await page.context().setOffline(true);
    await waitForText(page, OFFLINE);
    await page.getByRole("link", { name: "1 credit" }).click();
    await page.getByText("This page did not come through.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Buy credits" }).waitFor();
    expect(getPathname(page)).toBe("/credits");
  });

  test("a form that is sent without a connection says so, rules or no rules", async () => {
    site().forgive(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const { page } = await site().visitor("/info");
    const toaster = page.waitForResponse(/\/toaster-[^/]+\.js$/);
    await page.goto(`${site().stack.origin}/auth`);
    await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
    // Not within the form, which would fetch its rules then.
    await page.keyboard.press("Shift");
    await toaster;
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Login failed").first().waitFor();
    const words = await page.getByRole("region", { name: /Notifications/ }).innerText();
    expect(words).toContain("The server cannot be reached. Check your connection and try again.");
  });

  test("a form keeps what is written in it where its rules do not come from a server", async () => {
    site().forgive(/status of 503|ERR_FAILED/);
    const { page } = await site().visitor("/auth");
    await page.locator("form button:enabled", { hasText: "Login" }).waitFor();
    await page.route("**/zod-resolver*.js", (route) => route.abort());
    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    const asked = page.waitForResponse("**/readyz");
    await page.getByLabel("Username").fill("ada");
    await asked;
    await page.getByLabel("Password").fill("secret");
    expect(await page.getByLabel("Username").inputValue()).toBe("ada");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test("a list that the server could not answer is there once it can", async () => {
    const { page } = await site().user("/");
    await waitForHydratedButton(page, "Start Debate");
    const answerDown = { status: 503, json: { message: "down", code: "out_of_service" } };
    await page.route("**/api/debates/public", (route) => route.fulfill(answerDown));
    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    await page.getByRole("tab", { name: "Popular Debates" }).click();
    await waitForText(page, DOWN);
    await page.getByRole("alert").getByText("Failed to fetch popular debates").waitFor();
    await page.unrouteAll();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByText(DOWN).waitFor({ state: "detached" });
    expect(await page.getByRole("tabpanel").innerText()).not.toContain("Failed");
    site().forgive(/status of 503/);
  });

  test("a page whose scripts could not be loaded reloads when they can", async () => {
    const { page } = await site().user("/info");
    await page.route("**/static/*.js", (route) => route.abort());
    const dead = page.waitForEvent("pageerror");
    await page.goto(`${site().stack.origin}/`);
    await dead;
    await page.unrouteAll();
    await waitForHydratedButton(page, "Start Debate");
    expect(getPathname(page)).toBe("/");
    site().forgive(/dynamically imported module|ERR_FAILED/);
  });

  test("a page whose scripts a deploy has replaced reloads at its address", async () => {
    const { page } = await site().visitor("/");
    let asked = 0;
    await page.route("**/about-page-*.js", (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "About" })
      .click();
    await page.getByRole("heading", { level: 1, name: "About Chatbot Debate" }).waitFor();
    await waitUntil(() => asked === 2, { what: "the code being asked for again" });
    expect(new URL(page.url()).pathname).toBe("/info");
    site().forgive(/dynamically imported module/);
  });
});
