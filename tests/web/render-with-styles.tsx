import type { ReactNode } from "react";
import { createStyleCache, StyleCacheContext } from "#web/components/theme/style-cache.ts";

const styles = createStyleCache("");

/** A part of a page by itself, with a place for its styles. */
export const wrapWithStyles = (part: ReactNode) => (
  <StyleCacheContext value={styles}>{part}</StyleCacheContext>
);
