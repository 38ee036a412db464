import { z } from "zod";
import { SIGNUP_CREDIT_TIMES } from "../domain/accounts/account.ts";
import { ProviderName } from "./primitives.ts";

export const ProviderInfo = z.object({
  id: ProviderName,
  label: z.string(),
  available: z.boolean(),
  reason: z.string().nullable(),
  standIn: z.boolean(),
  /**
   * False while the circuit breaker defers requests to the provider: after failures, or because the
   * provider asks for a pause.
   */
  answering: z.boolean(),
});
export type ProviderInfo = z.infer<typeof ProviderInfo>;

/** Services that a fake can replace and whose replacement users notice. */
export const SIMULATED_SERVICES = ["models", "voice", "payments", "email"] as const;
export type SimulatedService = (typeof SIMULATED_SERVICES)[number];

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
  /** Whether emails are sent. Without them, a forgotten password cannot be reset. */
  mail: z.boolean(),
  /**
   * URL of the mailbox for emails that a fake SMTP server accepts. Null if there is no fake SMTP
   * server.
   */
  mailbox: z.string().nullable(),
  /**
   * Services that are fakes; empty if all are real. If models are among them, `standIn` of a
   * provider tells whether its model is a fake.
   */
  simulated: z.array(z.enum(SIMULATED_SERVICES)),
  signupCredit: z.enum(SIGNUP_CREDIT_TIMES),
  /**
   * Whether verdicts come from a panel of several judges. Missing in responses of earlier versions.
   */
  hasJudgePanel: z.boolean().optional(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
