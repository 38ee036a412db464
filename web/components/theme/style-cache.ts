import createCache, { type EmotionCache } from "@emotion/cache";
import type { SerializedStyles } from "@emotion/react";
import { createContext, useContext, useInsertionEffect } from "react";

export type { EmotionCache as StyleCache };

const onServer = typeof window === "undefined";

/**
 * None: the browsers we serve need no prefixes. One list for all, by which the server finds again
 * what it has already worked out.
 */
const NO_PLUGINS: [] = [];

/** What holds for every page, and is the one style that is no class. */
export const GLOBAL = "global";
/** A style's name, as a class in what the server has written. */
const NAME = /\.(s[\da-z]+)/g;

/**
 * Where styles are collected on the server and inserted in the browser, under the page's nonce.
 * What the server has written stays where it is: moving it would have the whole page styled anew.
 */
export const createStyleCache = (nonce: string): EmotionCache => {
  const cache = createCache({ key: "css", nonce, stylisPlugins: NO_PLUGINS });
  // On the server: keep what was inserted, to be written in one piece.
  cache.compat = true;
  if (onServer) return cache;
  const written = document.querySelector("style[data-styles]")?.textContent;
  if (written === undefined) return cache;
  for (const [, name = ""] of written.matchAll(NAME)) cache.inserted[name] = true;
  cache.inserted[GLOBAL] = true;
  return cache;
};

/** All that was collected while a page was rendered on the server. */
export const styleTag = ({ inserted, nonce }: EmotionCache): string =>
  `<style data-styles nonce="${nonce}">${Object.values(inserted).join("")}</style>`;

export const StyleCacheContext = createContext<EmotionCache | null>(null);

/** Has the page hold this style, for elements that the selector finds or, without one, as it is. */
export const useInserted = (selector: string, style: SerializedStyles): void => {
  const cache = useContext(StyleCacheContext);
  if (cache === null) throw new Error("Styles must be used within a StyleCacheContext");
  const insert = () => {
    if (cache.inserted[style.name] === undefined) cache.insert(selector, style, cache.sheet, true);
  };
  if (onServer) insert();
  useInsertionEffect(insert, [cache, selector, style]);
};
