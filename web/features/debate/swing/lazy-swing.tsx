import { Suspense } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import type { SwingPartProps } from "./swing-parts.tsx";

const LazySwingPart = lazyOptional<SwingPartProps>(
  () => import("./swing-parts.tsx"),
  (props) => (props.part === "ballot" ? props.children : null),
);

/** Renders one part of the swing once its code is loaded. */
export const SwingPart = (props: SwingPartProps) => (
  <Suspense>
    <LazySwingPart {...props} />
  </Suspense>
);
