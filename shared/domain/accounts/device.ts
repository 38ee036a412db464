type UserAgentPattern = readonly [name: string, said: RegExp];

/**
 * The order matters: Edge, for example, is tested before Chrome, because Edge's user agent also
 * contains Chrome's name.
 */
const BROWSERS: readonly UserAgentPattern[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];

const SYSTEMS: readonly UserAgentPattern[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac(?:intosh| OS)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

const MAX_USER_AGENT_CHARACTERS = 500;

const findPatternName = (
  patterns: readonly UserAgentPattern[],
  userAgent: string,
): string | undefined => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Names a device by its user agent, such as "Firefox on Linux". */
export const describeDevice = (userAgent: string): string => {
  const searched = userAgent.slice(0, MAX_USER_AGENT_CHARACTERS);
  const [browser, system] = [
    findPatternName(BROWSERS, searched),
    findPatternName(SYSTEMS, searched),
  ];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Another device";
};
