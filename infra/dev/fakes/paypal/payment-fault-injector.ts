import { z } from "zod";
import { FaultRuleQueue } from "../fault-rule-queue.ts";

/** Where a fault occurs: at an endpoint of the API, or at an outgoing webhook. */
const FAULT_POINTS = ["token", "create", "read", "capture", "verify", "webhook"] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * What goes wrong.
 * - Any request: `unreached` breaks the connection before the request has an effect, `drop` after
 *   it. `status` responds with an error status.
 * - Captures: `pending`. `decline` responds with an error, `declined-capture` with a declined
 *   capture, and `declined-for-good` also ends the order. `wrong-…` captures something other than
 *   what was ordered.
 * - Webhooks: `lose`, `twice`, `late` (after the next webhook), `forge` (invalid signature).
 */
const PAYMENT_FAULT_EFFECTS = [
  "none",
  "unreached",
  "drop",
  "status",
  "pending",
  "decline",
  "declined-capture",
  "declined-for-good",
  "wrong-amount",
  "wrong-currency",
  "wrong-custom-id",
  "lose",
  "twice",
  "late",
  "forge",
] as const;

export const PaymentFault = z.strictObject({
  at: z.enum(FAULT_POINTS),
  effect: z.enum(PAYMENT_FAULT_EFFECTS).default("none"),
  times: z.int().min(1).default(1),
  /** Delay of the response, in milliseconds. The request takes effect before it. */
  delayMs: z.number().min(0).default(0),
  status: z.int().min(400).max(599).default(503),
});
export type PaymentFault = z.infer<typeof PaymentFault>;

export class PaymentFaultInjector extends FaultRuleQueue<typeof PaymentFault> {
  constructor() {
    super(PaymentFault);
  }

  /**
   * Returns the first rule for this fault point, and reduces its remaining `times` by one. Returns
   * a rule without effect if there is none.
   */
  take(at: FaultPoint): PaymentFault {
    return this.takeFirst((fault) => fault.at === at) ?? PaymentFault.parse({ at });
  }
}
