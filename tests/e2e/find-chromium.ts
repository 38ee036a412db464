import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const INSTALLED = "/usr/bin/chromium";

/** A package that is an ES module, which Jest cannot load: another process asks it. */
const ASK_PACKAGE = `
  import chromium from "@sparticuz/chromium";
  console.log(JSON.stringify({ executablePath: await chromium.executablePath(), args: chromium.args }));
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

/** The installed Chromium, else the one that comes as a package; undefined when neither runs here. */
export const findChromium = (): Chromium | undefined => {
  if (existsSync(INSTALLED)) return { executablePath: INSTALLED, args: QUIET };
  try {
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", ASK_PACKAGE]);
    const { executablePath, args }: Chromium = JSON.parse(said.toString());
    return { executablePath, args: [...args, ...QUIET] };
  } catch (err) {
    if (process.env["REQUIRE_BROWSER"]) throw err;
    process.stderr.write("\n!!! No browser was found: the tests that need it are SKIPPED.\n\n");
    return undefined;
  }
};
