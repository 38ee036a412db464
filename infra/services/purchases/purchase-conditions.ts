/**
 * SQL conditions on a row of `transactions`: what the buyer can still do while no capture exists.
 */

/** The order can still be approved and paid. */
export const CAN_RESUME_SQL = "capture_id IS NULL AND status = 'pending' AND order_id IS NOT NULL";

/**
 * The purchase can be removed from the list. If it is paid nevertheless, it reappears as completed.
 */
export const CAN_DISMISS_SQL =
  "capture_id IS NULL AND (status = 'pending' OR cancelled_at IS NOT NULL)";
