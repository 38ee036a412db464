import { z } from "zod";
import { WaitingRules } from "../waiting-rules.ts";

/** Where in PayPal's API something goes wrong; `webhook` is what it tells by itself. */
const PLACES = ["token", "create", "read", "capture", "verify", "webhook"] as const;
export type Place = (typeof PLACES)[number];

/**
 * What goes wrong. `unreached` breaks the connection before anything is done, `drop` after all of it
 * is; `status` answers with an error status instead. A capture may be `pending`, be declined in an
 * error (`decline`) or in the payment itself (`declined-capture`), which may be the order's end
 * (`declined-for-good`), or take something else than was ordered. A webhook may be lost, come twice,
 * come after the next one, or carry a bad signature.
 */
const EFFECTS = [
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

/** One rule: where, how often, and what happens. */
export const PaymentFault = z.strictObject({
  at: z.enum(PLACES),
  effect: z.enum(EFFECTS).default("none"),
  /** How many requests it strikes. */
  times: z.int().min(1).default(1),
  /** The answer comes so much later than what it tells of. */
  delayMs: z.number().min(0).default(0),
  status: z.int().min(400).max(599).default(503),
});
export type PaymentFault = z.infer<typeof PaymentFault>;

export class PaymentFaults extends WaitingRules<typeof PaymentFault> {
  constructor() {
    super(PaymentFault);
  }

  /** The first rule for this place, used up by one; a rule without effect otherwise. */
  take(at: Place): PaymentFault {
    return this.takeFirst((fault) => fault.at === at) ?? PaymentFault.parse({ at });
  }
}
