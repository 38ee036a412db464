import { describeDevice } from "#shared/domain/accounts/device.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/131.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/131 Safari/537 Edg/131`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131 Safari/537 OPR/115`, "Opera on Linux"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Safari/604`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${WEBKIT} CriOS/131 Safari/604`,
    "Chrome on iPad",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) ${WEBKIT} Version/19 Safari/605`,
    "Safari on Mac",
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} SamsungBrowser/27 Chrome/125`,
    "Samsung Internet on Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/131 Safari/537`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/147.0 Safari/537", "Chrome on Linux"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Windows"],
  ["Firefox/1", "Firefox"],
  ["curl/8", "Another device"],
  ["", "Another device"],
  [`${"x".repeat(500)} Firefox/1`, "Another device"],
])("the device with the user agent %j is called %s", (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});
