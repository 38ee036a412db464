import { z } from "zod";

/** Where in PayPal's API something goes wrong; `webhook` is what it tells by itself. */
const PLACES = ["token", "create", "read", "capture", "verify", "webhook"] as const;
export type Place = (typeof PLACES)[number];

/**
 * What goes wrong. `unreached` breaks the connection before anything is done, `drop` after all of it
 * is; `status` answers with an error status instead. A capture may be `pending`, be declined in an
 * error (`decline`) or in the payment itself (`declined-capture`), or take something else than was
 * ordered. A webhook may be lost, come twice, come after the next one, or carry a bad signature.
 */
const EFFECTS = [
  "none",
  "unreached",
  "drop",
  "status",
  "pending",
  "decline",
  "declined-capture",
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

/** Rules waiting to strike, oldest first. */
export class PaymentFaults {
  #waiting: PaymentFault[] = [];

  next(fault: z.input<typeof PaymentFault>): void {
    this.#waiting.push(PaymentFault.parse(fault));
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The first rule for this place, used up by one; a rule without effect otherwise. */
  take(at: Place): PaymentFault {
    const fault = this.#waiting.find((waiting) => waiting.at === at);
    if (fault === undefined) return PaymentFault.parse({ at });
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((waiting) => waiting !== fault);
    return fault;
  }
}
