import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALLED = "/usr/bin/chromium";

/** A package that is an ES module, which Jest cannot load: another process asks it. */
const PRINT_EXECUTABLE_PATH = `
  import chromium from "@sparticuz/chromium";
  console.log(await chromium.executablePath());
`;

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/**
 * On a closed network it would otherwise spend its time trying to reach its maker. Sound wants a
 * gesture of a person first, as it does outside of tests.
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

/** The one without windows that comes as a package; undefined where it does not run. */
const findPackagedChromium = (): string | undefined => {
  try {
    const said = execFileSync(process.execPath, [
      "--input-type=module",
      "-e",
      PRINT_EXECUTABLE_PATH,
    ]);
    const executablePath = said.toString().trim();
    execFileSync(executablePath, ["--version"]);
    return executablePath;
  } catch {
    return undefined; // made for one kind of machine: another one is an answer, not an error
  }
};

/** How tests start the browser at this path. */
export const toChromiumLaunch = (executablePath: string | undefined): ChromiumLaunch | undefined =>
  executablePath === undefined ? undefined : { executablePath, args: CHROMIUM_FLAGS };

/** A browser as people have it, to measure with; undefined when none runs here. */
export const findChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findInstalledChromium() ?? findPackagedChromium());

/** A browser that opens pages cheaply: with windows, each costs it three times the work. */
export const findHeadlessChromium = (): ChromiumLaunch | undefined =>
  toChromiumLaunch(findPackagedChromium() ?? findInstalledChromium());
