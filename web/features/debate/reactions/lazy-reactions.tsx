import { type ComponentProps, Suspense } from "react";
import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";

/*
 * Loaded separately, because it is needed only once a sentence is shown or the viewer may see the
 * reactions.
 */
const LazyReactions = lazyInServerHtml("reactions", () => import("./reactions.tsx"));

/** Renders one part of the reactions once the code of the reactions is loaded. */
export const Reactions = (props: ComponentProps<typeof LazyReactions>) => (
  <Suspense>
    <LazyReactions {...props} />
  </Suspense>
);
