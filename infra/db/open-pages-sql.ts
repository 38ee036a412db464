/** A process that has not reported for this long counts as having no connected pages. */
export const PRESENCE_TIMEOUT_SQL = "interval '10 seconds'";

/**
 * Reads the number of open pages, and the time in milliseconds since 1970 at which the last one was
 * opened (0 if none is open).
 */
export const OPEN_PAGES_SQL = `
  SELECT coalesce(sum(pages), 0)::int AS pages,
         coalesce(max(extract(epoch FROM opened_at) * 1000), 0)::float AS "openedAt"
    FROM connected_users WHERE seen_at > now() - ${PRESENCE_TIMEOUT_SQL}`;
