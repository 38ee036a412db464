import {
  ADMIN_SESSION_LIFETIME_HOURS,
  SESSION_LIFETIME_DAYS,
} from "#shared/domain/accounts/account.ts";

/**
 * Time of sign-in, in milliseconds since 1970. Sessions created by older versions store only their
 * last renewal.
 */
export const SIGNED_IN_AT_SQL = `coalesce(s.sess ->> 'beganAt', s.sess ->> 'renewedAt')::float8`;

/**
 * SQL condition: whether a session is valid. `s` is the row of the session and `u` the row of its
 * user.
 */
export const IS_ACTIVE_SESSION_SQL = `
  s.expire > now() AND u.suspended_at IS NULL
  AND coalesce((s.sess ->> 'epoch')::int, 0) = u.session_epoch
  AND to_timestamp(${SIGNED_IN_AT_SQL} / 1000) > now() - CASE u.role
        WHEN 'user' THEN interval '${SESSION_LIFETIME_DAYS} days' ELSE interval '${ADMIN_SESSION_LIFETIME_HOURS} hours' END`;
