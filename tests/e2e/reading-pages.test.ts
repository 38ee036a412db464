import { registerUser, createDebateWith } from "../helpers/api-client.ts";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { waitForText } from "./steps.ts";

const FILES = [
  ["logo.svg", "image/svg+xml"],
  ["logo-animated.svg", "image/svg+xml"],
  ["logo-text.svg", "image/svg+xml"],
  ["robot-icon.svg", "image/svg+xml"],
  ["angry-robot.png", "image/png"],
  ["share-image.png", "image/png"],
  ["mp4-creator.html", "text/html; charset=utf-8"],
];

describeInBrowser("on a page without an account", (site) => {
  test("all content is available without scripts", async () => {
    const { id } = await createDebateWith(await registerUser(site().stack.origin), {
      topic: "Is reading enough?",
    });
    for (const [path, heading] of [
      ["/info", "About Chatbot Debate"],
      ["/privacy", "Privacy Policy"],
      ["/assets", "Brand assets"],
      ["/debates/public", "Public debates"],
      [`/debate/${id}`, "Is reading enough?"],
    ] as const) {
      const { page } = await site().visitor(path, { javaScriptEnabled: false });
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(heading);
      await page.getByRole("link", { name: "Privacy Policy" }).last().waitFor();
      expect(await page.getByText(/^JavaScript is off/).isVisible()).toBe(true);
    }
  });

  test("the list of public debates can be searched without scripts", async () => {
    const { page } = await site().visitor("/debates/public", { javaScriptEnabled: false });
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL(/q=nothing\+like\+it/);
    const answer = page.getByText("No debates match “nothing like it”.");
    expect(await answer.isVisible()).toBe(true);
  });

  test("all brand files exist and are displayed", async () => {
    const { page } = await site().visitor("/assets");
    for (const [file, type] of FILES) {
      const answer = await page.request.get(`${site().stack.origin}/downloadable/${file}`);
      expect([file, answer.status(), answer.headers()["content-type"]]).toEqual([file, 200, type]);
    }
    const pictures = await page.getByRole("img").all();
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      await picture.scrollIntoViewIfNeeded();
      await picture.evaluate((img: HTMLImageElement) => img.decode());
    }
  });

  test("a colour can be copied as a hex code and as a token", async () => {
    const { page } = await site().visitor("/assets");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy Claude hex code" }).click();
    await waitForText(page, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("#FF5F1F");
    await page.getByRole("button", { name: "Copy Grok token name" }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await waitUntil(async () => (await copied()) === "colors.grok", { what: "the token's name" });
  });

  test("the MP4 creator has the chosen theme", async () => {
    const { page } = await site().visitor("/downloadable/mp4-creator.html");
    const theme = () => page.locator("html").getAttribute("data-theme");
    expect(await theme()).toBe("dark");
    await page.evaluate(() => localStorage.setItem("theme", "light"));
    await page.reload();
    expect(await theme()).toBe("light");
  });

  test("the MP4 creator records a video with the extension of its format", async () => {
    const { page } = await site().visitor("/downloadable/mp4-creator.html");
    await page.getByRole("button", { name: "Record" }).click();
    const link = page.getByRole("link", { name: /Download (MP4|WebM)/ });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^chatbot-debate-logo\.(mp4|webm)$/);
    expect(await link.innerText()).toContain(
      download.suggestedFilename().endsWith("mp4") ? "MP4" : "WebM",
    );
  });

  test("the component gallery does not exist in production", async () => {
    const { page } = await site().visitor("/design");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("404 Page Not Found");
  });
});
