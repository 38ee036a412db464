import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import { SAMPLE_SHOWS } from "#infra/dev/samples/sample-debates.ts";
import { waitUntil } from "../harness.ts";
import { launchChromium, toChromiumLaunch } from "../setup/chromium.ts";

/** Maximum time that a visitor waits for a running debate after `npm start` is ready. */
const LIVE_WITHIN_MS = 20_000;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Lists the parts of a running debate that are not completely in the window. */
const listHiddenParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ["bot_a", "bot_b", "judge"]
      .map((figure) => `main figure [data-figure=${figure}]`)
      .concat("main figure [data-caption] > p:last-child")
      .filter((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect();
        return !box || box.height === 0 || box.top < 0 || box.bottom > innerHeight;
      }),
  );

const chromiumLaunch = toChromiumLaunch(process.env["TEST_BROWSER"]);

(chromiumLaunch ? describe : describe.skip)("the first npm start in an empty folder", () => {
  let dataDir: string;
  let started: ChildProcess;
  let browser: Browser;
  let output = "";
  let origin: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "debate-first-run-"));
    await chmod(dataDir, 0o711); // the user that runs PostgreSQL must be able to enter the folder
    browser = await launchChromium(chromiumLaunch);
    const port = await findFreePort();
    origin = `http://localhost:${port}`;
    const { PATH = "", HOME = "/" } = process.env;
    started = spawn("node", ["dist/start.js"], {
      env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    await waitUntil(() => output.includes("Ready at"), { what: "Ready" });
  });
  afterAll(async () => {
    await browser?.close();
    if (started?.exitCode === null) {
      started.kill("SIGINT");
      await once(started, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it("shows visitors a running debate within 20 s, with figures, captions and judge", async () => {
    const readyAt = performance.now();
    await Promise.all(
      SIZES.map(async (viewport) => {
        const page = await (await browser.newContext({ viewport })).newPage();
        await page.goto(origin);
        const scene = page.locator("main figure").filter({ hasText: SAMPLE_SHOWS[0].topic });
        await scene.getByText(/^Live, turn/).waitFor();
        await scene.locator("[data-caption] > p:last-child").waitFor();
        expect(performance.now() - readyAt).toBeLessThan(LIVE_WITHIN_MS);
        expect(await listHiddenParts(page)).toEqual([]);
      }),
    );
    expect(output).not.toContain("interrupted");
  });
});
