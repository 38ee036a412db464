import { z } from "zod";
import { SIGNUP_CREDITS } from "../domain/account.ts";
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
  /** Whether mail is sent: without it nobody comes back who has forgotten the password. */
  mail: z.boolean(),
  /** Where mails are read that reach nobody, since a stand-in takes them. */
  mailbox: z.string().nullable(),
  signupCredit: z.enum(SIGNUP_CREDITS),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
