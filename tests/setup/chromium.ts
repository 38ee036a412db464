import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALLED = "/usr/bin/chromium";

/** Runs in another process, since the package is an ES module, which Jest cannot load. */
const PRINT_EXECUTABLE_PATH = `
  import chromium from "@sparticuz/chromium";
  console.log(await chromium.executablePath());
`;

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/**
 * Disables background requests, which would time out on a closed network. Audio requires a user
 * gesture, as in a normal browser.
 */
const CHROMIUM_FLAGS = [
  "--autoplay-policy=document-user-activation-required",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
];

const findInstalledChromium = (): string | undefined =>
  existsSync(INSTALLED) ? INSTALLED : undefined;

/** The headless Chromium of an npm package; undefined if it does not run on this machine. */
const findPackagedChromium = (): string | undefined => {
  try {
    const output = execFileSync(process.execPath, [
      "--input-type=module",
      "-e",
      PRINT_EXECUTABLE_PATH,
    ]);
    const executablePath = output.toString().trim();
    execFileSync(executablePath, ["--version"]);
    return executablePath;
  } catch {
    return undefined; // the package supports only one platform
  }
};

/** The launch options for the browser at this path. */
export const toChromiumLaunch = (executablePath: string | undefined): ChromiumLaunch | undefined =>
  executablePath === undefined ? undefined : { executablePath, args: CHROMIUM_FLAGS };

/** The installed browser, preferred for measuring; undefined if there is none. */
export const findChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findInstalledChromium() ?? findPackagedChromium());

/** The packaged browser, preferred for tests: a browser with windows needs three times the CPU time per page. */
export const findHeadlessChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findPackagedChromium() ?? findInstalledChromium());
