/** Whether a user, with `u` for their row, can prove who they are by more than a password. */
export const HAS_SECOND_FACTOR = `
  (EXISTS (SELECT FROM passkeys WHERE user_id = u.id)
   OR EXISTS (SELECT FROM authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL))`;
