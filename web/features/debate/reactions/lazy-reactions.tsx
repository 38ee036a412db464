import { type ComponentProps, Suspense } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";

/* Needed once a sentence is shown or the viewer sees the reactions, so they are loaded separately. */
const LazyReactions = lazyOptional(() => import("./reactions.tsx"));

/** A part of the reactions, as soon as their code is loaded. */
export const Reactions = (props: ComponentProps<typeof LazyReactions>) => (
  <Suspense>
    <LazyReactions {...props} />
  </Suspense>
);
