import { lazyInServerHtml } from "#web/lib/code-loading/lazy-component.tsx";

/** The result of a debate. A running debate has none yet, so its code is loaded separately. */
export const LazyDebateResult = lazyInServerHtml(
  "debate-result",
  () => import("./debate-result.tsx"),
);
