/**
 * Matches phones in portrait and landscape. In such windows, the open player shows its toasts
 * itself.
 */
export const SMALL_WINDOW_QUERY = "@media (max-width: 47.99rem), (max-height: 30rem)";
