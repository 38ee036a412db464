import { LRUCache } from "lru-cache";
import type { Logger } from "#infra/logger.ts";
import type { ErrorCode } from "#shared/contract/errors.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

const WINDOW_MS = 60_000;
/**
 * Maximum number of log entries per user or address in one window. Further denials are only
 * counted.
 */
const MAX_PER_WINDOW = 10;
/**
 * Maximum number of users and addresses in memory. If there are more, the one with the oldest
 * denial is dropped.
 */
const MAX_ACTORS = 10_000;

export interface Denial {
  /** The route's pattern, not the URL. `none` if the request was refused before a route matched. */
  route: string;
  method: string;
  viewer: Viewer;
  /** `not_found` means that the resource exists, but this viewer may not see it. */
  reason: ErrorCode;
  /** The client address, shortened to its network for IPv6 (see `normalizeClientAddress`). */
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
 * Logs `authorization.denied`, throttled per user, or per address for visitors. The first entry
 * after dropped ones has their number in `suppressed`.
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
