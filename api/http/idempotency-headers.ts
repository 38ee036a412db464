import { z } from "zod";

export const IdempotencyHeaders = z.object({
  "idempotency-key": z.string().min(1).max(200).optional(),
});
