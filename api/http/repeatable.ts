import { z } from "zod";

/** Headers of a request with an idempotency key. */
export const RepeatableHeaders = z.object({
  "idempotency-key": z.string().min(1).max(200).optional(),
});
