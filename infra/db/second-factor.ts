/**
 * SQL condition over the user's row `u`: whether the user has a passkey or a confirmed
 * authenticator.
 */
export const HAS_SECOND_FACTOR_SQL = `
  (EXISTS (SELECT FROM passkeys WHERE user_id = u.id)
   OR EXISTS (SELECT FROM authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL))`;
