/** SQL condition on a row of `transactions`: the buyer can still approve and pay the order. */
export const CAN_RESUME_SQL = "capture_id IS NULL AND status = 'pending' AND order_id IS NOT NULL";

/**
 * SQL condition on a row of `transactions`: the buyer can remove the purchase from the list. If the
 * purchase is paid nevertheless, it appears again as completed.
 */
export const CAN_DISMISS_SQL =
  "capture_id IS NULL AND (status = 'pending' OR cancelled_at IS NOT NULL)";
