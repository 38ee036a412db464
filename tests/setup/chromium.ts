import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const INSTALLED = "/usr/bin/chromium";

/**
 * Script that runs in another process, because the package is an ES module, which Jest cannot load.
 */
const PRINT_EXECUTABLE_PATH = `
  import chromium from "@sparticuz/chromium";
  console.log(await chromium.executablePath());
`;

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/**
 * Turns off background requests, which would time out on a closed network. Audio plays only after a
 * user gesture, as in a normal browser.
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

/**
 * Returns the path of the headless Chromium in an npm package; undefined if it does not run on this
 * machine.
 */
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
    return undefined; // the package does not support this platform
  }
};

/** Starts the browser. Tries a second time, because Chromium itself can crash while it starts. */
export const launchChromium = async (launch: ChromiumLaunch | undefined): Promise<Browser> => {
  try {
    return await chromium.launch({ ...launch });
  } catch (err) {
    process.stderr.write(`Chromium did not start and is started again. ${String(err)}\n`);
    return chromium.launch({ ...launch });
  }
};

/** Returns the launch options of the browser at this path; undefined without a path. */
export const toChromiumLaunch = (executablePath: string | undefined): ChromiumLaunch | undefined =>
  executablePath === undefined ? undefined : { executablePath, args: CHROMIUM_FLAGS };

/**
 * Returns the browser to measure with: the installed one or, without it, the packaged one.
 * Undefined if there is none.
 */
export const findChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findInstalledChromium() ?? findPackagedChromium());

/**
 * Returns the browser to test with: the packaged one or, without it, the installed one. The
 * packaged browser opens no windows and needs a third of the CPU time per page.
 */
export const findHeadlessChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findPackagedChromium() ?? findInstalledChromium());
