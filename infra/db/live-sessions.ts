import { ADMIN_SESSION_HOURS, SESSION_DAYS } from "#shared/domain/account.ts";

/** Time of sign-in, in milliseconds since 1970. Older sessions store only their last renewal. */
export const BEGAN_AT = `coalesce(s.sess ->> 'beganAt', s.sess ->> 'renewedAt')::float8`;

/** Condition for a valid session, over the session's row `s` and its user's row `u`. */
export const IS_ALIVE = `
  s.expire > now() AND u.suspended_at IS NULL
  AND coalesce((s.sess ->> 'epoch')::int, 0) = u.session_epoch
  AND to_timestamp(${BEGAN_AT} / 1000) > now() - CASE u.role
        WHEN 'user' THEN interval '${SESSION_DAYS} days' ELSE interval '${ADMIN_SESSION_HOURS} hours' END`;
