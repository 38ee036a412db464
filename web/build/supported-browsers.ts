/** The oldest supported browser versions, as documented in docs/browsers.md. */
export const OLDEST_BROWSERS = {
  chrome: 109,
  edge: 109,
  firefox: 115,
  safari: 16.4,
  ios: 16.4,
} as const;

/** Build targets for Vite, for example `chrome109`. */
export const BUILD_TARGETS: string[] = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => browser + version,
);
