import { Suspense, useEffect, useState } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import type { SwingPartProps } from "./swing-parts.tsx";

const LazySwingPart = lazyOptional<SwingPartProps>(() => import("./swing-parts.tsx"));

/**
 * Delay of the request for the code after the first render, so that it does not slow the page down.
 */
const LOAD_AFTER_MS = 2000;

/**
 * Renders a part from `swing-parts.tsx` once that file is loaded. Until then the part `ballot` shows
 * its children.
 */
export const SwingPart = (props: SwingPartProps) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const before = props.part === "ballot" && props.children;
  // The boundary must not be in the server's HTML: React fails to hydrate it if the browser has
  // translated the page by then.
  if (!isLate) return before;
  return (
    <Suspense fallback={before}>
      <LazySwingPart {...props} />
    </Suspense>
  );
};
