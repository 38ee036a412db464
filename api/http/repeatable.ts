import { z } from "zod";

/** Headers of a request whose repetition is answered with the first answer. */
export const RepeatableHeaders = z.object({
  "idempotency-key": z.string().min(1).max(200).optional(),
});
