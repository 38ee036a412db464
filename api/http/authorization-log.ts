import { LRUCache } from "lru-cache";
import type { Logger } from "#infra/logger.ts";
import type { ErrorCode } from "#shared/contract/errors.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

const WINDOW_MS = 60_000;
/** Entries per user or address and window. Further denials are counted. */
const MAX_PER_WINDOW = 10;
/** Users and addresses in memory. The one that was denied longest ago is dropped, with its count. */
const MAX_ACTORS = 10_000;

export interface Denial {
  /** The pattern, not the URL; `none` for a request that is refused before it has a route. */
  route: string;
  method: string;
  viewer: Viewer;
  /** `not_found` for what exists, but not for this viewer. */
  reason: ErrorCode;
  /** As `normalizeClientAddress` returns it. */
  address: string;
  requestId?: string;
}

export type LogDenial = (denial: Denial) => void;

interface Window {
  startedAt: number;
  written: number;
  suppressed: number;
}

/**
 * Writes `authorization.denied`, throttled per user, or per address for visitors. The first entry after
 * suppressed ones has their number in `suppressed`.
 */
export const createAuthorizationLog = (
  logger: Pick<Logger, "info">,
  now: () => number = Date.now,
): LogDenial => {
  const windows = new LRUCache<string, Window>({ max: MAX_ACTORS });
  return ({ viewer, ...denial }) => {
    const actor = viewer ? `user ${viewer.id}` : denial.address;
    let window = windows.get(actor);
    let suppressed = 0;
    if (!window || now() - window.startedAt >= WINDOW_MS) {
      suppressed = window?.suppressed ?? 0;
      window = { startedAt: now(), written: 0, suppressed: 0 };
      windows.set(actor, window);
    }
    if (window.written >= MAX_PER_WINDOW) {
      window.suppressed += 1;
      return;
    }
    window.written += 1;
    logger.info(
      {
        ...denial,
        userId: viewer?.id ?? null,
        role: viewer?.role ?? null,
        ...(suppressed > 0 && { suppressed }),
      },
      "authorization.denied",
    );
  };
};
