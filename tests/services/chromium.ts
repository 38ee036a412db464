import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALLED = "/usr/bin/chromium";

/** A package that is an ES module, which Jest cannot load: another process asks it. */
const ASK_PACKAGE = `
  import chromium from "@sparticuz/chromium";
  console.log(await chromium.executablePath());
`;

export interface Chromium {
  executablePath: string;
  args: string[];
}

/**
 * On a closed network it would otherwise spend its time trying to reach its maker. Sound wants a
 * gesture of a person first, as it does outside of tests.
 */
const QUIET = [
  "--autoplay-policy=document-user-activation-required",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
];

const installed = (): string | undefined => (existsSync(INSTALLED) ? INSTALLED : undefined);

/** The one without windows that comes as a package; undefined where it does not run. */
const packaged = (): string | undefined => {
  try {
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", ASK_PACKAGE]);
    const executablePath = said.toString().trim();
    execFileSync(executablePath, ["--version"]);
    return executablePath;
  } catch {
    return undefined; // made for one kind of machine: another one is an answer, not an error
  }
};

/** How tests start the browser at this path. */
export const chromiumAt = (executablePath: string | undefined): Chromium | undefined =>
  executablePath === undefined ? undefined : { executablePath, args: QUIET };

/** A browser as people have it, to measure with; undefined when none runs here. */
export const findChromium = (): Chromium | undefined => chromiumAt(installed() ?? packaged());

/** A browser that opens pages cheaply: with windows, each costs it three times the work. */
export const findHeadlessChromium = (): Chromium | undefined =>
  chromiumAt(packaged() ?? installed());
