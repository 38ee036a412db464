import { Suspense } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import type { SwingCardProps } from "./swing-card.tsx";

const LazySwingCard = lazyOptional<SwingCardProps>(() => import("./swing-card.tsx"));

/** The swing is below the verdict, so its code is loaded separately. */
export const SwingCard = (props: SwingCardProps) => (
  <Suspense>
    <LazySwingCard {...props} />
  </Suspense>
);
