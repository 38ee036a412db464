import { z } from "zod";
import { PASSKEY_NAME_MAX } from "../domain/sign-in-method.ts";
import { Id, Instant } from "./primitives.ts";

/** Bytes as WebAuthn writes them, of at most so many characters. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const PasskeyName = z
  .string()
  .trim()
  .min(1, "A name is required")
  .max(PASSKEY_NAME_MAX, `A name has at most ${PASSKEY_NAME_MAX} characters`);

/** Names a pair of keys: at most 1023 bytes. */
const CredentialId = bytes(1364);
/** What the browser adds: what for, where, and what was to be signed. */
const ClientData = bytes(4000);

const Credential = z.object({ id: z.string(), type: z.literal("public-key") });

/** What a browser needs to make a passkey, in WebAuthn's own words. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  /** Those that the account has: one device makes no second. */
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
  timeout: z.int(),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** A passkey that a browser has made. */
export const NewPasskey = z.strictObject({
  name: PasskeyName,
  id: CredentialId,
  clientData: ClientData,
  attestation: bytes(16_000),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const RenamePasskey = z.strictObject({ name: PasskeyName });
export type RenamePasskey = z.infer<typeof RenamePasskey>;

/** What a browser needs to have a passkey sign something, in WebAuthn's own words. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Which may; none is whichever somebody has for this site. */
  allowCredentials: z.array(Credential),
  userVerification: z.literal("required"),
  timeout: z.int(),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What a passkey has signed. */
export const PasskeyAnswer = z.strictObject({
  id: CredentialId,
  clientData: ClientData,
  authenticatorData: bytes(4000),
  signature: bytes(2000),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Null before it was used first. */
  usedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What an authenticator app needs to make codes: to be typed, and to be read from a picture. */
export const AppSecret = z.object({ secret: z.string(), address: z.string() });
export type AppSecret = z.infer<typeof AppSecret>;

/** Of an app, or one for recovery; spaces and dashes mean nothing. */
export const SignInCode = z.string().trim().min(1, "A code is required").max(40);

export const ConfirmApp = z.strictObject({ code: SignInCode });
export type ConfirmApp = z.infer<typeof ConfirmApp>;

/** Shown once: nobody can show them again. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The password was right, and a code is asked for with this. */
export const SecondStepAsked = z.object({ secondStep: z.string() });
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

export const SecondStep = z.strictObject({ token: z.string().max(200), code: SignInCode });
export type SecondStep = z.infer<typeof SecondStep>;

/** How somebody may prove who they are, beside the password. */
export const SignInMethods = z.object({
  passkeys: z.array(Passkey),
  /** An app that makes codes for after the password. */
  app: z
    .object({
      addedAt: Instant,
      /** How many codes for recovery are left. */
      recoveryCodes: z.int().min(0),
    })
    .nullable(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
