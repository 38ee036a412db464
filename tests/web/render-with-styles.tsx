import type { ReactNode } from "react";
import { createStyleCache, StyleCacheContext } from "#web/components/theme/style-cache.ts";

const styles = createStyleCache("");

/** Wraps a part of a page in a style cache. */
export const wrapWithStyles = (part: ReactNode) => (
  <StyleCacheContext value={styles}>{part}</StyleCacheContext>
);
