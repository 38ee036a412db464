import { chromium } from "playwright-core";
import { findChromium } from "#tests/setup/chromium.ts";
import { withDemoSite } from "./demo-site.ts";
import { takePictures } from "./take-pictures.ts";

/** `npm run docs:pictures`: takes the pictures of the documents again, or those of named scenes. */
const found = findChromium();
if (!found) throw new Error("There is no browser that could take pictures.");
const browser = await chromium.launch({ ...found });
try {
  await withDemoSite((site) => takePictures(browser, site, process.argv.slice(2)));
} finally {
  await browser.close();
}
