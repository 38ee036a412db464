import { z } from "zod";
import { FaultRuleQueue } from "../fault-rule-queue.ts";

/** Where a fault occurs: an endpoint of the API, or an outgoing webhook. */
const FAULT_POINTS = ["token", "create", "read", "capture", "verify", "webhook"] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/**
 * What goes wrong.
 * `unreached` breaks the connection before the request has an effect, `drop` afterwards. `status`
 * responds with an error status.
 * Captures: `pending`; `decline` (as an error); `declined-capture` (as a declined capture);
 * `declined-for-good` (the same, and the order ends); `wrong-…` (captures something other than what
 * was ordered).
 * Webhooks: `lose`, `twice`, `late` (after the next one), `forge` (invalid signature).
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
  /** Delays the response after the request has taken effect. */
  delayMs: z.number().min(0).default(0),
  status: z.int().min(400).max(599).default(503),
});
export type PaymentFault = z.infer<typeof PaymentFault>;

export class PaymentFaultInjector extends FaultRuleQueue<typeof PaymentFault> {
  constructor() {
    super(PaymentFault);
  }

  /**
   * Consumes one use of the first rule for this place; returns a rule without effect if there is
   * none.
   */
  take(at: FaultPoint): PaymentFault {
    return this.takeFirst((fault) => fault.at === at) ?? PaymentFault.parse({ at });
  }
}
