import { ADMIN_SESSION_HOURS, SESSION_DAYS } from "#shared/domain/account.ts";

/** When somebody signed in, in milliseconds since 1970; of before, the last renewal is as far as is known. */
export const BEGAN_AT = `coalesce(s.sess ->> 'beganAt', s.sess ->> 'renewedAt')::float8`;

/** Sessions of users that are not over, with `s` and `u` for their rows. */
export const IS_ALIVE = `
  s.expire > now() AND u.suspended_at IS NULL
  AND coalesce((s.sess ->> 'epoch')::int, 0) = u.session_epoch
  AND to_timestamp(${BEGAN_AT} / 1000) > now() - CASE u.role
        WHEN 'user' THEN interval '${SESSION_DAYS} days' ELSE interval '${ADMIN_SESSION_HOURS} hours' END`;
