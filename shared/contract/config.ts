import { z } from "zod";
import { ProviderName } from "./primitives.ts";

export const ProviderInfo = z.object({
  id: ProviderName,
  label: z.string(),
  available: z.boolean(),
  /** Why it is not available. */
  reason: z.string().nullable(),
  /** An offline stand-in speaks for it. */
  standIn: z.boolean(),
  /** False while what it is asked for waits: its last requests have all failed, or it wants a pause. */
  answering: z.boolean(),
});
export type ProviderInfo = z.infer<typeof ProviderInfo>;

export const PublicConfig = z.object({
  productName: z.string(),
  companyName: z.string(),
  contactEmail: z.string(),
  providers: z.array(ProviderInfo),
  paypal: z
    .object({
      clientId: z.string(),
      currency: z.literal("USD"),
      intent: z.literal("capture"),
      sdkBaseUrl: z.string().optional(),
    })
    .nullable(),
  tts: z.boolean(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
