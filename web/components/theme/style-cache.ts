import createCache, { type EmotionCache } from "@emotion/cache";

/**
 * Where styles are collected on the server and inserted in the browser, under the page's nonce.
 * No plugins: the browsers we serve need no prefixes, and prefixing costs time at every style.
 */
export const createStyleCache = (nonce: string): EmotionCache =>
  createCache({ key: "css", nonce, stylisPlugins: [] });
