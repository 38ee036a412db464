import { z } from "zod";

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
const REQUEST_EFFECTS = ["none", "unreached", "drop", "status"] as const;
const CAPTURE_EFFECTS = ["pending", "decline", "declined-capture", "declined-for-good"] as const;
const WRONG_CAPTURES = ["wrong-amount", "wrong-currency", "wrong-custom-id"] as const;
const WEBHOOK_EFFECTS = ["lose", "twice", "late", "forge"] as const;
const EFFECTS = [...REQUEST_EFFECTS, ...CAPTURE_EFFECTS, ...WRONG_CAPTURES, ...WEBHOOK_EFFECTS];

export const PaymentFault = z.strictObject({
  at: z.enum(FAULT_POINTS),
  effect: z.enum(EFFECTS).default("none"),
  times: z.int().min(1).default(1),
  /** Delay of the response, in milliseconds. The request takes effect before it. */
  delayMs: z.number().min(0).default(0),
  status: z.int().min(400).max(599).default(503),
});
export type PaymentFault = z.infer<typeof PaymentFault>;
