import createCache, { type EmotionCache } from "@emotion/cache";
import type { SerializedStyles } from "@emotion/serialize";
import { createContext, useContext, useInsertionEffect } from "react";

export type { EmotionCache as StyleCache };

const IS_SERVER = typeof window === "undefined";

/**
 * Without plugins, Emotion adds no vendor prefixes. This must always be the same array, because on
 * the server Emotion finds its cache by this array.
 */
const STYLIS_PLUGINS: [] = [];

/** Name of the global styles. All other styles are classes. */
export const GLOBAL_STYLE_NAME = "global";
const STYLE_NAME_PATTERN = /\.(s[\da-z]+)/g;

/**
 * Creates the cache that collects styles on the server and inserts them in the browser with the
 * page's nonce. The server's style element is not moved, because that would restyle the page.
 */
export const createStyleCache = (nonce: string): EmotionCache => {
  const cache = createCache({ key: "css", nonce, stylisPlugins: STYLIS_PLUGINS });
  // On the server, makes the cache keep the inserted styles, which `renderStyleTag` reads.
  cache.compat = true;
  if (IS_SERVER) return cache;
  const serverStyles = document.querySelector("style[data-styles]")?.textContent;
  if (serverStyles === undefined) return cache;
  for (const [, name = ""] of serverStyles.matchAll(STYLE_NAME_PATTERN))
    cache.inserted[name] = true;
  cache.inserted[GLOBAL_STYLE_NAME] = true;
  return cache;
};

export const renderStyleTag = ({ inserted, nonce }: EmotionCache): string =>
  `<style data-styles nonce="${nonce}">${Object.values(inserted).join("")}</style>`;

export const StyleCacheContext = createContext<EmotionCache | null>(null);

/** Inserts a style for a selector once. With an empty selector, the style is global. */
export const useInsertedStyle = (selector: string, style: SerializedStyles): void => {
  const cache = useContext(StyleCacheContext);
  if (cache === null) throw new Error("Styles must be used within a StyleCacheContext");
  const insertStyles = () => {
    if (cache.inserted[style.name] === undefined) cache.insert(selector, style, cache.sheet, true);
  };
  if (IS_SERVER) insertStyles();
  useInsertionEffect(insertStyles, [cache, selector, style]);
};
