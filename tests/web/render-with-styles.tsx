import type { ReactNode } from "react";
import { createStyleCache, StyleCacheContext } from "#web/components/theme/style-cache.ts";

const styles = createStyleCache("");

/** Provides a style cache for a part of a page. */
export const wrapWithStyles = (part: ReactNode) => (
  <StyleCacheContext value={styles}>{part}</StyleCacheContext>
);
