import { z } from "zod";

export const Readiness = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  queue: z.boolean(),
});
export type Readiness = z.infer<typeof Readiness>;
